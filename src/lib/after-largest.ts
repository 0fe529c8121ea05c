import { within } from './within.ts';

/** Longer than this nothing waits for a word that may never come: who has touched the page already gets none. */
const PATIENCE_MS = 300;

/**
 * Resolves when the browser says that it has shown something larger than before `since`, or after a moment; at once where it never
 * says so. A frame that was drawn is not yet on the glass: what begins then, delays it.
 */
export async function afterLargest(since: number): Promise<void> {
  const type = 'largest-contentful-paint';
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  let observer: PerformanceObserver | undefined;
  const shown = new Promise<void>((resolve) => {
    observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ startTime }) => startTime > since)) resolve();
    });
    observer.observe({ type, buffered: true });
  });
  await within(PATIENCE_MS, shown);
  observer?.disconnect();
}
