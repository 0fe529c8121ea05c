import { errorText } from '#copy/errors.ts';
import type { AuthFailure } from './sign-in-mutations.ts';

/** The provider's message where our texts quote it. Without an answer it is the browser's ("Failed to fetch"). */
export const failureReason = ({ code, message }: AuthFailure): string =>
  (code !== 'offline' && message) || errorText(code);

/** §8: reasons come from the provider, where it failed or refused for a reason of its own. */
const OWN_WORDS: ReadonlySet<AuthFailure['code']> = new Set(['server', 'unknown']);

/** The text of the code, or what the provider says. */
export const failureText = (failure: AuthFailure): string =>
  OWN_WORDS.has(failure.code) ? failureReason(failure) : errorText(failure.code);

/** The same link or code may work later. */
export const isPassing = ({ code }: AuthFailure): boolean => code === 'offline' || code === 'server';
