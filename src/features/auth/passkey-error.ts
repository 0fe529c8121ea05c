import { passkeyCopy } from '#copy/passkeys.ts';
import { failureText } from './failure-reason.ts';
import type { AuthFailure } from './sign-in-mutations.ts';

/** By the codes of the auth service, and by our own reasons. */
export const PASSKEY_TEXT: Record<string, string> = {
  cancelled: passkeyCopy.cancelled,
  already_here: passkeyCopy.alreadyHere,
  not_possible: passkeyCopy.notPossible,
  webauthn_challenge_expired: passkeyCopy.expired,
  webauthn_challenge_not_found: passkeyCopy.expired,
  webauthn_credential_not_found: passkeyCopy.refused,
  webauthn_verification_failed: passkeyCopy.refused,
  webauthn_credential_exists: passkeyCopy.alreadyHere,
  too_many_passkeys: passkeyCopy.tooMany,
  passkey_disabled: passkeyCopy.disabled,
};

export const passkeyErrorText = (failure: AuthFailure): string =>
  (failure.code === 'unknown' && PASSKEY_TEXT[failure.message]) || failureText(failure);
