import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { precachedFiles } from '../../scripts/build/precached.ts';

const APP = join(import.meta.dirname, '../../dist/app');

/** The goal is 720 kB, fonts included; the difference is zod and Dexie, which smaller parts could replace. */
const MOST_INSTALLED = 790_000;

test('what is installed for offline use stays small', async () => {
  const files = await precachedFiles(APP);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(total).toBeLessThanOrEqual(MOST_INSTALLED);
});

test('exactly one database is installed, and nothing of what is never used', async () => {
  const urls = (await precachedFiles(APP)).map(({ url }) => url);
  expect(urls.filter((url) => url.endsWith('.wasm'))).toEqual([
    expect.stringMatching(/^assets\/wa-sqlite-[\w-]{8}\.wasm$/),
  ]);
  expect(urls.filter((url) => /mc-wa-sqlite|async/.test(url) && !url.includes('unshipped'))).toEqual([]);
  expect(urls).toEqual(expect.arrayContaining(['index.html', 'manifest.webmanifest']));
  expect(urls.filter((url) => url.endsWith('.map'))).toEqual([]);
});
