import { join } from 'node:path';

import { expect, type Page } from '@playwright/test';

import { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { measureColdStarts } from './cold-start.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureRoundTrips, measureSyncLatency } from './latency.ts';
import type { Row } from './row.ts';
import { serveStaticPage } from './static-page.ts';
import { ensureChromium } from '../browser.ts';
import { buildApp, isBuilt } from '../build.ts';
import { precachedFiles } from '../build/precached.ts';

const STARTS = 5;
const COMMITS = 20;

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

const feed = async (page: Page): Promise<void> =>
  expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 });

async function firstLoad(url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [until, selector] of [
    ['the first screen', 'main > *'],
    ['the first post', 'article'],
  ] as const) {
    const device = await Device.start({ url });
    try {
      const { kinds } = await measureFirstLoad(await device.page(), selector);
      for (const [kind, { bytes, requests }] of Object.entries(kinds)) {
        rows.push({
          what: `first load, before ${until}: ${kind}, ${requests} requests`,
          value: bytes / 1000,
          unit: 'kB',
        });
      }
      const requests = Object.values(kinds).reduce((sum, kind) => sum + kind.requests, 0);
      rows.push({ what: `first load, before ${until}: requests`, value: requests, unit: '' });
    } finally {
      await device.dispose();
    }
  }
  const installed = await precachedFiles(join(import.meta.dirname, '../../dist/app'));
  const total = installed.reduce((sum, { bytes }) => sum + bytes, 0);
  rows.push({
    what: `installed for offline use, ${installed.length} files`,
    value: total / 1000,
    unit: 'kB',
    goal: { most: 720 },
  });
  return rows;
}

async function latency(backend: Backend): Promise<Row[]> {
  const device = await Device.start({ url: backend.url });
  try {
    const page = await device.page();
    await page.goto('/');
    await feed(page);
    const sync = await measureSyncLatency(backend, page, COMMITS);
    const fetches = await measureRoundTrips(page, COMMITS);
    const base = median(fetches);
    return [
      { what: `commit to the other screen, median of ${COMMITS}`, value: median(sync), unit: 'ms' },
      { what: `commit to the other screen, p95 of ${COMMITS}`, value: quantile(sync, 0.95), unit: 'ms' },
      { what: `plain fetch, median of ${COMMITS}`, value: base, unit: 'ms' },
      { what: 'commit to the other screen, in plain fetches', value: median(sync) / base, unit: '×' },
    ];
  } finally {
    await device.dispose();
  }
}

async function coldStart(backend: Backend): Promise<Row[]> {
  const page = await serveStaticPage();
  const [app, plain] = [await Device.start({ url: backend.url }), await Device.start({ url: page.url })];
  try {
    for (const device of [app, plain]) {
      const tab = await device.page();
      await tab.goto('/');
      await feed(tab);
      await tab.evaluate(async () => void (await navigator.serviceWorker.ready));
    }
    // The snapshot for the next start is written shortly after the feed has changed; a second visit makes sure that it is there.
    const again = await app.page();
    await again.goto('/');
    await feed(again);
    await backend.kill();
    await page.close();
    // Alternating, so that a machine that becomes busy affects both.
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let run = 0; run < STARTS; run++) {
      ours.push(...(await measureColdStarts(app, 1)));
      theirs.push(...(await measureColdStarts(plain, 1)));
    }
    return [
      { what: `offline cold start to the first post, median of ${STARTS}`, value: median(ours), unit: 'ms' },
      { what: `the same for a static page, median of ${STARTS}`, value: median(theirs), unit: 'ms' },
      {
        what: 'offline cold start, in static pages',
        value: median(ours) / median(theirs),
        unit: '×',
        goal: { most: 3 },
      },
    ];
  } finally {
    await app.dispose();
    await plain.dispose();
  }
}

/** First load, Lighthouse, latency and cold start of the built app. */
export async function measureApp(say: (line: string) => void): Promise<Row[]> {
  await ensureChromium(say);
  if (!(await isBuilt())) await buildApp(say);
  const backend = await Backend.start();
  try {
    return [
      ...(await firstLoad(backend.url)),
      ...(await measureLighthouse(backend.url)),
      ...(await latency(backend)),
      ...(await coldStart(backend)),
    ];
  } finally {
    await backend.dispose();
  }
}
