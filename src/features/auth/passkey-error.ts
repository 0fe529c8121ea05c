import { passkeyLogInCopy as copy } from '#copy/passkey-log-in.ts';
import { failureText } from './failure-reason.ts';
import type { AuthFailure } from './sign-in-mutations.ts';

/** By the codes of the auth service, and by our own reasons. */
const TEXT: Record<string, string> = {
  cancelled: copy.cancelled,
  not_possible: copy.notPossible,
  webauthn_challenge_expired: copy.expired,
  webauthn_challenge_not_found: copy.expired,
  webauthn_credential_not_found: copy.refused,
  webauthn_verification_failed: copy.refused,
  passkey_disabled: copy.disabled,
};

export const passkeyErrorText = (failure: AuthFailure): string =>
  (failure.code === 'unknown' && TEXT[failure.message]) || failureText(failure);
