import { AuthError } from './errors.ts';

export interface Limits {
  /** Counts one attempt. Throws over_request_rate_limit if `key` had `max` of them within `seconds`. */
  use(key: string, max: number, seconds: number): void;
  clear(key: string): void;
}

const MAX_KEYS = 10_000;

/** Attempts are in memory, so a restart resets them. */
export function createLimits(now: () => number = Date.now): Limits {
  const attempts = new Map<string, { count: number; until: number }>();
  return {
    use(key, max, seconds) {
      const at = now();
      if (attempts.size > MAX_KEYS) for (const [old, entry] of attempts) if (entry.until <= at) attempts.delete(old);
      const entry = attempts.get(key);
      if (!entry || entry.until <= at) return void attempts.set(key, { count: 1, until: at + seconds * 1000 });
      if (entry.count >= max) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
      entry.count += 1;
    },
    clear: (key) => void attempts.delete(key),
  };
}
