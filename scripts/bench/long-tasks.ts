import type { Page } from '@playwright/test';

/** From now on, records the tasks of the page that take over 50 ms. */
export const watchLongTasks = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const longTasks: number[] = [];
    Object.assign(globalThis, { longTasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longTasks.push(duration);
    }).observe({ type: 'longtask' });
  });

/** Their durations in ms. The cast names what `watchLongTasks` has put there. */
export const readLongTasks = (page: Page): Promise<number[]> =>
  page.evaluate(() => (globalThis as unknown as { longTasks: number[] }).longTasks);
