import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { expect } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { BareBrowser } from './bare-browser.ts';
import { median } from './quantile.ts';
import type { Row } from './row.ts';
import { serveStaticPage, type StaticPage } from './static-page.ts';
import { HeaderRules } from '../../local/static/headers-file.ts';

const APP = join(import.meta.dirname, '../../dist/app');

const STARTS = 9;
const FIRST_VISITS = 3;
/** Times slower than this machine; a phone is about 4. */
const PROCESSORS = [1, 4] as const;
/** Chromium's "Slow 4G". */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 } as const;

export interface Start {
  /** Milliseconds from the navigation until the first post was presented. */
  readonly visible: number;
  /** The same for the app's own feed, or a drawn page of an earlier visit. */
  readonly usable: number;
  /** Time of tasks beyond their first 50 ms until a second later. */
  readonly blocked: number;
  /** Time in scripts until the app's feed was painted. */
  readonly scripting: number;
}

/**
 * Runs in the page, from its start. The browser itself notes when the text of the first post was presented: a task
 * behind the frame would also wait for what runs in between.
 */
function watchStart(selector: string): void {
  const state = { visible: 0, usable: 0, blocked: 0 };
  const { promise, resolve } = Promise.withResolvers<void>();
  Object.assign(globalThis, { startState: state, isUsable: promise });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) state.blocked += duration - 50;
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    state.visible ||= list.getEntries()[0]?.startTime ?? 0;
  }).observe({ type: 'element', buffered: true });
  // Before the frame is painted. An observer of the document is not called for a page without scripts.
  const mark = (): void => {
    const text = document.querySelector(selector);
    if (text) text.setAttribute('elementtiming', 'post');
    else requestAnimationFrame(mark);
  };
  mark();
  const look = (): void => {
    // The app's own root, or a page that has none; the first frame and a drawn page are there before it.
    const root = document.querySelector('#root');
    const isOwn = !root || Object.keys(root).some((key) => key.startsWith('__reactContainer'));
    if (!isOwn || !document.querySelector(selector)) return void requestAnimationFrame(look);
    requestAnimationFrame(() =>
      setTimeout(() => {
        state.usable = performance.now();
        resolve();
      }),
    );
  };
  look();
}

const FIRST_POST = 'article :is(h2, p)';

/**
 * One start of the page at `url`.
 *
 * @param processor times slower than this machine
 * @param selector finds the first text that counts as the page's content
 */
export async function measureStart(
  profile: string,
  url: string,
  processor: number,
  { network, selector = FIRST_POST }: { network?: typeof SLOW_4G; selector?: string } = {},
): Promise<Start> {
  const browser = await BareBrowser.start(profile);
  try {
    const page = await browser.page();
    await page.send('Emulation.setCPUThrottlingRate', { rate: processor });
    await page.send('Performance.enable');
    if (network) {
      await page.send('Network.enable');
      await page.send('Network.emulateNetworkConditions', network);
    }
    await page.open(url, `(${String(watchStart)})(${JSON.stringify(selector)})`);
    await page.evaluate('isUsable');
    const { metrics } = (await page.send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
    const scripting = (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1000;
    await delay(1000);
    return { ...((await page.evaluate('startState')) as Omit<Start, 'scripting'>), scripting };
  } finally {
    await browser.kill();
  }
}

/** With a profile that has never been used. */
async function measureFirstVisit(url: string, processor: number, network?: typeof SLOW_4G): Promise<Start> {
  const profile = await mkdtemp(join(tmpdir(), 'rangeday-bench-'));
  try {
    return await measureStart(profile, url, processor, network ? { network } : {});
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Opens the page once, so that it starts without a network from then on. */
export async function install(device: Device): Promise<void> {
  for (let visit = 0; visit < 2; visit++) {
    const page = await device.page();
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // The feed has been at rest, and its first screen is stored for the next start.
    await page.waitForTimeout(3000);
    await page.goto('about:blank');
  }
}

const inStaticPages = (what: string, ours: readonly number[], theirs: readonly number[], most: number): Row[] => [
  { what, value: median(ours), unit: 'ms' },
  { what: '  the same for a static page', value: median(theirs), unit: 'ms' },
  { what: '  in static pages', value: median(ours) / median(theirs), unit: '×', goal: { most } },
];

/** First visits of a phone on a slow network, beside a static page. */
export async function measureFirstVisits(app: string, plain: string, say: (line: string) => void): Promise<Row[]> {
  const runs: { ours: Start[]; theirs: Start[] } = { ours: [], theirs: [] };
  for (let run = 0; run < FIRST_VISITS; run++) {
    for (const [url, list] of [
      [app, runs.ours],
      [plain, runs.theirs],
    ] as const) {
      list.push(await measureFirstVisit(url, 4, SLOW_4G));
    }
    say(`  first visit ${run + 1} of ${FIRST_VISITS}: ${Math.round(runs.ours.at(-1)?.visible ?? 0)} ms`);
  }
  const scripting: number[] = [];
  for (let run = 0; run < FIRST_VISITS; run++) {
    scripting.push((await measureFirstVisit(app, 1)).scripting);
  }
  const of = (list: readonly Start[]) => list.map(({ visible }) => visible);
  return [
    ...inStaticPages('first visit, slow 4G, processor 4 times slower', of(runs.ours), of(runs.theirs), 2.2),
    { what: '  until the app itself shows it', value: median(runs.ours.map(({ usable }) => usable)), unit: 'ms' },
    {
      what: '  time of its tasks beyond 50 ms each',
      value: median(runs.ours.map(({ blocked }) => blocked)),
      unit: 'ms',
      goal: { most: 0 },
    },
    { what: 'scripting until the app’s feed stands', value: median(scripting), unit: 'ms', goal: { most: 120 } },
  ];
}

/**
 * Repeat visits without a network, beside a static page, and beside the same with the security headers of the app:
 * Cross-Origin-Opener-Policy alone makes the browser start a second process. Ends with the backend killed.
 */
export async function measureRepeatVisits(
  backend: Backend,
  plainPage: StaticPage,
  say: (line: string) => void,
): Promise<Row[]> {
  const rules = await HeaderRules.read(join(APP, '_headers'));
  const safePage = await serveStaticPage((path) => rules.for(path));
  const installedAt = async (url: string) => {
    const device = await Device.start({ url });
    await install(device);
    return { url, device };
  };
  const app = await installedAt(backend.url);
  const plain = await installedAt(plainPage.url);
  const safe = await installedAt(safePage.url);
  const pages = [app, plain, safe];
  try {
    await backend.kill();
    for (const page of [plainPage, safePage]) await page.close();
    for (const { device } of pages) await device.kill();
    const rows: Row[] = [];
    for (const processor of PROCESSORS) {
      const times = new Map(pages.map((page): [typeof page, number[]] => [page, []]));
      for (let run = 0; run < STARTS; run++) {
        // Alternating, so that a machine that becomes busy affects all.
        for (const [{ device, url }, list] of times)
          list.push((await measureStart(device.profile, url, processor)).visible);
        say(`  start ${run + 1} of ${STARTS} at ${processor}×: ${Math.round(times.get(app)?.at(-1) ?? 0)} ms`);
      }
      const [ours = [], theirs = [], asSafe = []] = times.values();
      rows.push(
        ...inStaticPages(`repeat visit without a network, processor at ${processor}×`, ours, theirs, 2),
        { what: '  a static page with the security headers', value: median(asSafe), unit: 'ms' },
        { what: '  in static pages with the security headers', value: median(ours) / median(asSafe), unit: '×' },
      );
    }
    return rows;
  } finally {
    for (const { device } of pages) await device.dispose();
  }
}
