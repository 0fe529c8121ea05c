import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { openSlowLink } from '../../scripts/bench/slow-link.ts';
import { precachedFiles } from '../../scripts/build/precached.ts';
import { HostedCopy } from '../support/hosted-copy.ts';
import { expect, test as base } from './support/fixtures.ts';

const APP = join(import.meta.dirname, '../../dist/app');
/** The database alone is four times as large. */
const CUT_AFTER = 250_000;

const test = base.extend<{ host: HostedCopy }>({
  // The app has this host and no backend.
  baseURL: undefined,
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
  host: async ({}, use) => {
    const host = await HostedCopy.start();
    await use(host);
    await host.dispose();
  },
});

test('a line that is cut again and again installs the app without a reload, and pays for a cut with a part', async ({
  newDevice,
  host,
}) => {
  const line = await openSlowLink(host.url, { roundTripMs: 0, bytesPerSecond: 1e9, cut: { afterBytes: CUT_AFTER } });
  const url = line.url.replace('127.0.0.1', 'localhost');
  const phone = await newDevice({ url, firstVisit: true, expected: /./ });
  let page = await phone.page();
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, { timeout: 100_000 });
  const installed = (await precachedFiles(APP)).reduce((sum, { bytes }) => sum + bytes, 0);
  const worker = (await readFile(join(APP, 'sw.js.br'))).length;
  console.log(line.bytes.down, installed, (line.bytes.down / (installed + worker)).toFixed(3));
  await line.close();
  // The next start has no server.
  await phone.kill();
  await phone.start();
  page = await phone.page();
  await page.goto('/install');
  await expect(page.getByText('The app is stored on this device. It opens without signal.')).toBeVisible();
});
