import { errorText } from '#copy/errors.ts';
import { passkeyCopy as copy } from '#copy/passkeys.ts';
import type { PasskeyFailure } from './passkey-mutations.ts';

/** By the codes of the auth service, and by our own reasons. */
const TEXT: Record<string, string> = {
  cancelled: copy.addCancelled,
  already_here: copy.alreadyHere,
  not_possible: copy.notPossible,
  // The list's only answer with this code: there is no such passkey.
  validation_failed: copy.gone,
  webauthn_challenge_expired: copy.expired,
  webauthn_challenge_not_found: copy.expired,
  webauthn_verification_failed: copy.addRefused,
  webauthn_credential_exists: copy.alreadyHere,
  too_many_passkeys: copy.tooMany,
  passkey_disabled: copy.disabled,
};

/** Why a passkey was not added, renamed or deleted. */
export const passkeyProblem = ({ code, reason = '' }: PasskeyFailure): string => TEXT[reason] ?? errorText(code);
