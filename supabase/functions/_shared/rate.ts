import { callDatabase } from './database.ts';
import { HttpError } from './http.ts';

/**
 * The caller's address, from the last entry of x-forwarded-for, which our own proxy added; callers can forge earlier
 * entries. A platform with more proxies names its trusted header in CLIENT_IP_HEADER.
 */
export function callerAddress(request: Request): string {
  const header = Deno.env.get('CLIENT_IP_HEADER') ?? 'x-forwarded-for';
  const hops = (request.headers.get(header) ?? '').split(',').map((hop) => hop.trim());
  return hops.findLast((hop) => hop !== '') ?? 'unknown';
}

/** Counts one use of `action` (a row of private.rate_limits) by `who`. Throws HttpError 429 if the limit is reached. */
export async function useRate(who: string, action: string): Promise<void> {
  const allowed = await callDatabase('use_rate', { who, what: action });
  if (allowed !== true) throw new HttpError(429, 'Too many requests. Please try again later.');
}
