/*
 * A new version takes over when no event of the old worker is open: browsers wait for that, Chromium up to five
 * minutes. On a bad line an event that sends the queue or loads a picture stays open for minutes, so it ends when the
 * member has agreed to the new version. Nothing is lost: what was being sent is stored, and the new version sends it
 * again under the same id.
 */
const controller = new AbortController();

/** Aborted as soon as a new version takes over. */
export const replaced: AbortSignal = controller.signal;

export const endForNewVersion = (): void => controller.abort();

/** The result of `work`. Rejects when the member agrees to a new version; the work may then be stopped at any point. */
export function untilReplaced<T>(work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(replaced.reason as Error);
    if (replaced.aborted) return stop();
    replaced.addEventListener('abort', stop);
    work()
      .finally(() => replaced.removeEventListener('abort', stop))
      .then(resolve, reject);
  });
}
