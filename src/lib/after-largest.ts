import { within } from './within.ts';

/** Upper limit of the wait: the browser reports no further paint once the member has interacted with the page. */
const PATIENCE_MS = 300;

/** Resolves at a larger contentful paint than before `since`, a time limit, or where it is not reported. */
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
