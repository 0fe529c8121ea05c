import { AuthError, tooManyRequests } from './errors.ts';

export interface Limits {
  /** Counts one attempt. Throws over_request_rate_limit if `key` had `max` of them within `seconds`. */
  use(key: string, max: number, seconds: number): void;
  /** Takes one attempt back, because it was not one of those that are limited. */
  giveBack(key: string): void;
  clear(key: string): void;
}

const MAX_KEYS = 10_000;

/** Attempts are in memory, so a restart resets them. */
export function createLimits(now: () => number = Date.now): Limits {
  const attempts = new Map<string, { count: number; until: number }>();
  let sweptAt = 0;

  /** At most once a second: with many keys that have not expired, each sweep reads all of them. */
  function sweep(at: number): void {
    if (attempts.size <= MAX_KEYS || at - sweptAt < 1000) return;
    sweptAt = at;
    for (const [key, entry] of attempts) if (entry.until <= at) attempts.delete(key);
  }

  return {
    use(key, max, seconds) {
      const at = now();
      sweep(at);
      const entry = attempts.get(key);
      if (!entry || entry.until <= at) return void attempts.set(key, { count: 1, until: at + seconds * 1000 });
      if (entry.count >= max) throw tooManyRequests();
      entry.count += 1;
    },
    giveBack(key) {
      const entry = attempts.get(key);
      if (entry && entry.count > 0) entry.count -= 1;
    },
    clear: (key) => void attempts.delete(key),
  };
}

const HOUR = 3600;
/** Mails to one address within an hour: requested by one client, and by all. */
const MAILS_OF_ORIGIN_TO_ADDRESS = 10;
const MAILS_TO_ADDRESS = 30;

/**
 * Counts one request for a mail. Limits depend on the address and the client, never on whether there is an account,
 * because they would reveal it. Throws over_email_send_rate_limit.
 */
export function useMail(
  { limits, mailInterval, mailsPerOrigin }: { limits: Limits; mailInterval: number; mailsPerOrigin: number },
  kind: 'confirmation' | 'recovery' | 'email_change',
  email: string,
  origin: string,
): void {
  try {
    limits.use(`mails:${origin}`, mailsPerOrigin, HOUR);
    limits.use(`mails:${origin}:${email}`, MAILS_OF_ORIGIN_TO_ADDRESS, HOUR);
    limits.use(`mails::${email}`, MAILS_TO_ADDRESS, HOUR);
  } catch {
    throw new AuthError(429, 'over_email_send_rate_limit', 'email rate limit exceeded');
  }
  if (mailInterval <= 0) return;
  try {
    limits.use(`mail-pause:${kind}:${email}`, 1, mailInterval);
  } catch {
    const message = `For security purposes, you can only request this after ${Math.ceil(mailInterval)} seconds.`;
    throw new AuthError(429, 'over_email_send_rate_limit', message);
  }
}

/**
 * Typed codes: wrong ones of one client, of all clients for one code, and of all within a day. Links in mails have no
 * limit.
 */
const WRONG_CODES_OF_ORIGIN = 20;
const WRONG_CODES = 60;
const WRONG_CODES_A_DAY = 200;

/** Counts one typed code before it is checked. Throws over_request_rate_limit. */
export function useCode(limits: Limits, email: string, origin: string): void {
  limits.use(`codes:${origin}:${email}`, WRONG_CODES_OF_ORIGIN, 600);
  limits.use(`codes::${email}`, WRONG_CODES, HOUR);
  limits.use(`codes-of-day::${email}`, WRONG_CODES_A_DAY, 24 * HOUR);
}

/** The code was right. */
export function giveCodeBack(limits: Limits, email: string, origin: string): void {
  for (const key of [`codes:${origin}:${email}`, `codes::${email}`, `codes-of-day::${email}`]) limits.giveBack(key);
}

/** A new mail has a new code. */
export function forgetWrongCodes(limits: Limits, email: string): void {
  limits.clear(`codes::${email}`);
}
