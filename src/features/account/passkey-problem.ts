import { errorText } from '#copy/errors.ts';
import { passkeyCopy } from '#copy/passkeys.ts';
import { PASSKEY_TEXT } from '#features/auth/passkey-error.ts';
import type { PasskeyFailure } from './passkey-mutations.ts';

/** Why a passkey was not added, renamed or deleted. */
export function passkeyProblem({ code, reason = '' }: PasskeyFailure): string {
  if (reason === 'cancelled') return passkeyCopy.addCancelled;
  // The list's only answer with this code: there is no such passkey.
  if (reason === 'validation_failed') return passkeyCopy.gone;
  if (reason === 'webauthn_verification_failed') return passkeyCopy.addRefused;
  return PASSKEY_TEXT[reason] ?? errorText(code);
}
