import { join } from 'node:path';

import { expect, type Page } from '@playwright/test';

import { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { measureAdminTable } from './admin-speed.ts';
import { measureDrawnPages } from './drawn-pages.ts';
import { measureFirstVisits, measureRepeatVisits } from './feed-speed.ts';
import { measureFirstLoad, requestsOfVisit } from './first-load.ts';
import { measureInstallLine } from './install-line.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureRoundTrips, measureSyncLatency } from './latency.ts';
import { measureLogIn } from './log-in-speed.ts';
import { measureMedia } from './media-speed.ts';
import { measureMembers } from './members-speed.ts';
import { measureOpening } from './opening-speed.ts';
import { measurePart } from './part.ts';
import { measurePlace } from './place.ts';
import { median, quantile } from './quantile.ts';
import { measureProfiles } from './profile-speed.ts';
import type { Row } from './row.ts';
import { serveStaticPage } from './static-page.ts';
import { measureComments } from './comments-speed.ts';
import { measureThread } from './thread-speed.ts';
import { ensureChromium } from '../browser.ts';
import { buildApp, isBuilt } from '../build.ts';
import { precachedFiles } from '../build/precached.ts';

const COMMITS = 20;

const feed = async (page: Page): Promise<void> =>
  expect(page.getByRole('article').first()).toBeVisible({ timeout: 30_000 });

async function firstLoad(url: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [until, selector] of [
    ['the first screen', 'main > *'],
    ['the first post', 'main article'],
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
  const visitor = await Device.start({ url });
  try {
    const requests = await requestsOfVisit(await visitor.page());
    rows.push({ what: 'first visit and installation: requests', value: requests.length, unit: '', goal: { most: 60 } });
  } finally {
    await visitor.dispose();
  }
  const installed = await precachedFiles(join(import.meta.dirname, '../../dist/app'));
  const total = installed.reduce((sum, { bytes }) => sum + bytes, 0);
  rows.push({
    what: `installed for offline use, ${installed.length} files`,
    value: total / 1000,
    unit: 'kB',
    goal: { most: 900 },
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

const OPENING_MINUTES = 4;
const MEMBERS_MINUTES = 15;
const ADMIN_MINUTES = 4;
const THREAD_MINUTES = 12;
const COMMENTS_MINUTES = 5;
const MEDIA_MINUTES = 10;
const INSTALL_MINUTES = 8;
const DRAWN_MINUTES = 12;
const PLACE_MINUTES = 4;

const opening = (url: string, say: (line: string) => void): Promise<Row[]> =>
  measurePart('Opening a post', OPENING_MINUTES, say, () => measureOpening(url, say));

async function onOwnBackend(say: (line: string) => void, work: (backend: Backend) => Promise<Row[]>): Promise<Row[]> {
  await ensureChromium(say);
  if (!(await isBuilt())) await buildApp(say);
  const backend = await Backend.start();
  try {
    return await work(backend);
  } finally {
    await backend.dispose();
  }
}

/** Only opening a post of the built app. */
export const measureOpeningAlone = (say: (line: string) => void): Promise<Row[]> =>
  onOwnBackend(say, ({ url }) => opening(url, say));

/** Only the starts with and without a drawn page. */
export const measureDrawnAlone = (say: (line: string) => void): Promise<Row[]> =>
  onOwnBackend(say, (backend) => measurePart('Drawn pages', DRAWN_MINUTES, say, () => measureDrawnPages(backend, say)));

/** Only where screens are shown again after the browser was killed. Stops its backend. */
export const measurePlaceAlone = (say: (line: string) => void): Promise<Row[]> =>
  onOwnBackend(say, (backend) => measurePart('The place kept', PLACE_MINUTES, say, () => measurePlace(backend, say)));

/** Only the installation over a link that closes each connection. */
export const measureInstallAlone = (say: (line: string) => void): Promise<Row[]> =>
  onOwnBackend(say, (backend) =>
    measurePart('The installation over a bad line', INSTALL_MINUTES, say, () => measureInstallLine(backend.url, say)),
  );

/** Only photos over a link that drops. */
export const measureMediaAlone = (say: (line: string) => void): Promise<Row[]> =>
  onOwnBackend(say, (backend) =>
    measurePart('Photos over a link that drops', MEDIA_MINUTES, say, () => measureMedia(backend, say)),
  );

/** Only long lists, on a backend of their own. */
export const measureLists = (say: (line: string) => void): Promise<Row[]> =>
  onOwnBackend(say, async (backend) => [
    ...(await measurePart('A long thread', THREAD_MINUTES, say, () => measureThread(backend, say))),
    ...(await measurePart('A post with 1,000 comments', COMMENTS_MINUTES, say, () => measureComments(backend, say))),
    ...(await measurePart('The members list', MEMBERS_MINUTES, say, () => measureMembers(backend, say))),
    // With the members of the part before.
    ...(await measurePart('The table of members in the dashboard', ADMIN_MINUTES, say, () =>
      measureAdminTable(backend, say),
    )),
  ]);

/**
 * First and repeat visits beside a static page, and opening a post or a profile; without `feedOnly` also bytes,
 * Lighthouse and latency of the built app.
 */
export async function measureApp(say: (line: string) => void, feedOnly: boolean): Promise<Row[]> {
  await ensureChromium(say);
  if (!(await isBuilt())) await buildApp(say);
  const backend = await Backend.start();
  const plain = await serveStaticPage();
  const { url } = backend;
  try {
    const rows = [
      ...(await measurePart('First visits', 6, say, () => measureFirstVisits(url, plain.url, say))),
      ...(await opening(url, say)),
      ...(await measurePart('Log-in', 3, say, () => measureLogIn(backend, say))),
      ...(await measurePart('Opening a profile', 4, say, () => measureProfiles(backend, say))),
    ];
    if (!feedOnly) {
      rows.push(...(await measurePart('First load', 3, say, () => firstLoad(url))));
      rows.push(...(await measurePart('Lighthouse', 8, say, () => measureLighthouse(url))));
      rows.push(...(await measurePart('Latency', 4, say, () => latency(backend))));
    }
    // Last, because it stops both servers.
    return [...rows, ...(await measurePart('Repeat visits', 6, say, () => measureRepeatVisits(backend, plain, say)))];
  } finally {
    await backend.dispose();
    await plain.close();
  }
}
