import { callDatabase } from './database.ts';
import { Refusal } from './http.ts';

/**
 * The caller's address as the hop in front of us states it. Earlier entries of x-forwarded-for can be invented, so the last one counts; a
 * platform that puts hops of its own behind the caller names its trustworthy header in CLIENT_IP_HEADER.
 */
export function callerAddress(request: Request): string {
  const header = Deno.env.get('CLIENT_IP_HEADER') ?? 'x-forwarded-for';
  const hops = (request.headers.get(header) ?? '').split(',').map((hop) => hop.trim());
  return hops.findLast((hop) => hop !== '') ?? 'unknown';
}

/** Counts one use of `action` (a row of private.rate_limits) for `who`; refuses with 429 when the window is full. */
export async function useRate(who: string, action: string): Promise<void> {
  const allowed = await callDatabase('use_rate', { who, what: action });
  if (allowed !== true) throw new Refusal(429, 'Too many requests. Please try again later.');
}
