import type { Page } from '@playwright/test';

/** Longer tasks delay the answer to a tap noticeably. */
const LONG_MS = 50;

/** Of Chromium's trace. `tdur`: processor time in µs. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args: { name?: string };
}

/**
 * Runs `work` and returns the tasks over 50 ms of the page's main thread in it, in ms of processor time: on a machine
 * that does other work, the duration of a task, as a `PerformanceObserver` has it, also contains the time for which the
 * processor did that.
 */
export async function longTasksIn(page: Page, work: () => Promise<void>): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const tasks: TraceEvent[] = [];
  const mains = new Set<string>();
  session.on('Tracing.dataCollected', ({ value }) => {
    // Chromium's documentation names the fields; its protocol does not.
    for (const event of value as unknown as TraceEvent[]) {
      if (event.name === 'thread_name' && event.args.name === 'CrRendererMain') mains.add(`${event.pid} ${event.tid}`);
      if (event.name === 'RunTask' && (event.tdur ?? 0) > LONG_MS * 1000) tasks.push(event);
    }
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      recordMode: 'recordAsMuchAsPossible',
      includedCategories: ['disabled-by-default-devtools.timeline'],
      excludedCategories: ['*'],
    },
  });
  const failure = await work().then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const { promise, resolve } = Promise.withResolvers<{ dataLossOccurred: boolean }>();
  session.once('Tracing.tracingComplete', resolve);
  await session.send('Tracing.end');
  const { dataLossOccurred } = await promise;
  await session.detach();
  if (failure) throw failure.error;
  if (dataLossOccurred) throw new Error('The trace of the tasks is not complete.');
  return tasks.filter(({ pid, tid }) => mains.has(`${pid} ${tid}`)).map(({ tdur = 0 }) => tdur / 1000);
}

/** `12, 34`, or `none`. */
export const listed = (ms: readonly number[]): string => ms.map(Math.round).join(', ') || 'none';

/** Scrolls the page by wheel, one turn of `px` per frame. */
export async function wheel(page: Page, px: number, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await page.mouse.wheel(0, px);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}
