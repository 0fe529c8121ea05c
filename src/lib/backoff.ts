/**
 * Milliseconds before attempt n (1 = first retry): exponential with jitter in the upper half, so that clients that
 * lost the server at the same time do not reconnect at the same time.
 */
export function backoffMs(attempt: number, { baseMs = 1000, maxMs = 60_000, random = Math.random } = {}): number {
  const ceiling = Math.min(maxMs, baseMs * 2 ** Math.min(Math.max(attempt - 1, 0), 20));
  return Math.round(ceiling / 2 + (random() * ceiling) / 2);
}
