import { setTimeout as delay } from 'node:timers/promises';

import { Device } from '../../tests/support/device.ts';
import { BareBrowser } from './bare-browser.ts';
import { install } from './feed-speed.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const TAPS = 12;
/** After a start until everything has loaded, and after a tap until nothing runs any more. */
const REST_MS = { start: 6000, tap: 700 } as const;

/**
 * Runs in the page: notes the time from a tap on an entry to its painted page, from Back to the painted feed, and the
 * browser's own measure of the tap. A frame's callbacks run before it is painted, the task after them behind it.
 */
function watchOpening(): void {
  const state = { opened: [] as number[], returned: [] as number[], events: [] as number[] };
  Object.assign(globalThis, { opening: state });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') state.events.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const note = (into: number[], since: number, selector: string): void => {
    const look = (): void => {
      const isShown = document.querySelector(selector)?.checkVisibility();
      if (!isShown) return void requestAnimationFrame(look);
      setTimeout(() => into.push(performance.now() - since));
    };
    requestAnimationFrame(look);
  };
  addEventListener('click', ({ timeStamp }) => note(state.opened, timeStamp, 'main h1:not(.sr)'), true);
  addEventListener('popstate', ({ timeStamp }) => note(state.returned, timeStamp, '[role=feed]'), true);
}

/**
 * The middle of the title of this entry, which is scrolled into the window. Without the ad, which is an article too.
 * Runs in the page.
 */
function placeOfTitle(index: number): { x: number; y: number } {
  const title = document.querySelectorAll('[role=feed] article h2 a')[index];
  if (!title) throw new Error(`The feed has no title ${index}.`);
  title.scrollIntoView({ block: 'center' });
  const { left, top, height } = title.getBoundingClientRect();
  return { x: left + 5, y: top + height / 2 };
}

/** From the tap on an entry to its painted page, and Back to the feed, on a slow processor. */
export async function measureOpening(url: string, say: (line: string) => void): Promise<Row[]> {
  const device = await Device.start({ url });
  try {
    await install(device);
    await device.kill();
    const browser = await BareBrowser.start(device.profile);
    try {
      const page = await browser.page();
      await page.open(url, `(${String(watchOpening)})()`);
      await delay(REST_MS.start);
      await page.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      for (let tap = 0; tap < TAPS; tap++) {
        const place = await page.evaluate(`(${String(placeOfTitle)})(${tap % 4})`);
        await delay(REST_MS.tap);
        await page.click(place as { x: number; y: number });
        await delay(REST_MS.tap);
        await page.evaluate('history.back()');
        await delay(REST_MS.tap);
      }
      const { opened, returned, events } = (await page.evaluate('opening')) as Record<string, number[]>;
      if (opened?.length !== TAPS || returned?.length !== TAPS || !events) throw new Error('A tap opened nothing.');
      say(`  open ${opened.map(Math.round).join(', ')} ms`);
      say(`  back ${returned.map(Math.round).join(', ')} ms`);
      return [
        { what: `open a post at 4×, p95 of ${TAPS}`, value: quantile(opened, 0.95), unit: 'ms', goal: { most: 100 } },
        { what: '  duration of the event, p75', value: quantile(events, 0.75), unit: 'ms', goal: { most: 40 } },
        { what: '  duration of the event, longest', value: Math.max(...events), unit: 'ms', goal: { most: 80 } },
        {
          what: `  Back to the feed, p95 of ${TAPS}`,
          value: quantile(returned, 0.95),
          unit: 'ms',
          goal: { most: 100 },
        },
      ];
    } finally {
      await browser.kill();
    }
  } finally {
    await device.dispose();
  }
}
