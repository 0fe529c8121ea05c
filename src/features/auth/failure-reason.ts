import { errorText } from '#copy/errors.ts';
import type { AuthFailure } from './sign-in-mutations.ts';

/** The provider's message where our texts quote it. Without an answer it is the browser's ("Failed to fetch"). */
export const failureReason = ({ code, message }: AuthFailure): string =>
  (code !== 'offline' && message) || errorText(code);

/** The text of the code; of a server that failed, what it says. */
export const failureText = (failure: AuthFailure): string =>
  failure.code === 'server' ? failureReason(failure) : errorText(failure.code);

/** The same link or code may work later. */
export const isPassing = ({ code }: AuthFailure): boolean => code === 'offline' || code === 'server';
