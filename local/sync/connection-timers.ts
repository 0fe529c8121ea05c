import type { Limits } from './limits.ts';
import type { LineWriter } from './line-writer.ts';

const warnSecondsBeforeExpiry = 20;

/**
 * Sends keepalives with the token's remaining seconds and one warning 20 s before the token expires (the client then
 * fetches a new one), and calls `onExpired` after the final `0`. Returns a function that stops all timers.
 */
export function startTokenTimers(
  writer: LineWriter,
  expiresAt: number,
  limits: Pick<Limits, 'keepaliveMs'>,
  onExpired: () => void,
): () => void {
  const secondsLeft = (): number => Math.max(0, Math.ceil(expiresAt - Date.now() / 1000));
  const announce = (): void => writer.lineIfIdle({ token_expires_in: secondsLeft() });
  const untilExpiry = Math.max(0, expiresAt * 1000 - Date.now());
  const jitter = 0.9 + Math.random() * 0.2;
  const keepalive = setInterval(announce, limits.keepaliveMs * jitter);
  const warning = setTimeout(announce, Math.max(0, untilExpiry - warnSecondsBeforeExpiry * 1000));
  const expiry = setTimeout(() => {
    void writer.line({ token_expires_in: 0 });
    onExpired();
  }, untilExpiry);
  return () => {
    clearInterval(keepalive);
    clearTimeout(warning);
    clearTimeout(expiry);
  };
}
