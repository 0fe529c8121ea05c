/** No pause is longer. */
const MOST_MS = 60_000;

/** Whether a stored pause is not over. One that ends later than it could was stored before the clock was set back. */
export const isPaused = (until: number, mostMs = MOST_MS): boolean =>
  until > Date.now() && until <= Date.now() + mostMs;

/**
 * Milliseconds before attempt n (1 = first retry): exponential with jitter in the upper half, so that clients that
 * lost the server at the same time do not reconnect at the same time.
 */
export function backoffMs(attempt: number, { baseMs = 1000, maxMs = MOST_MS, random = Math.random } = {}): number {
  const ceiling = Math.min(maxMs, baseMs * 2 ** Math.min(Math.max(attempt - 1, 0), 20));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}
