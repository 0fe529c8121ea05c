import { errorText } from '#copy/errors.ts';
import type { AuthFailure } from './sign-in-mutations.ts';

/** The provider's message, where the product's texts name it. Without an answer there is only the browser's, such as "Failed to fetch". */
export const failureReason = ({ code, message }: AuthFailure): string =>
  (code !== 'offline' && message) || errorText(code);
