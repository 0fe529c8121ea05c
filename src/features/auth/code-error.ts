import { signInCopy } from '#copy/sign-in.ts';
import { failureText } from './failure-reason.ts';
import type { AuthFailure } from './sign-in-mutations.ts';

/** How long the code of a mail works. */
const LIFE_MS = 60 * 60_000;

/** The server has one error for wrong and expired codes and unknown addresses; `ageMs`: since the last mail. */
export function codeErrorText(failure: AuthFailure, ageMs: number): string {
  if (failure.code === 'link_expired') return ageMs > LIFE_MS ? signInCopy.codeExpired : signInCopy.codeWrong;
  return failureText(failure);
}
