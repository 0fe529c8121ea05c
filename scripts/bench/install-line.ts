import { join } from 'node:path';

import { Device } from '../../tests/support/device.ts';
import { precachedFiles } from '../build/precached.ts';
import { openSlowLink } from './slow-link.ts';
import type { Row } from './row.ts';

const LIMIT_MS = 300_000;
const CUT_MS = 5_000;

/**
 * A first visit over 50 kB/s with a round trip of 400 ms, where every connection is closed after five seconds, until
 * the app opens offline.
 */
export async function measureInstallLine(url: string, say: (line: string) => void): Promise<Row[]> {
  const link = await openSlowLink(url, { bytesPerSecond: 50_000, roundTripMs: 400, cut: { afterMs: CUT_MS } });
  const app = link.url.replace('127.0.0.1', 'localhost');
  const device = await Device.start({ url: app });
  try {
    let page = await device.page();
    const start = performance.now();
    await page.goto('/');
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
      timeout: LIMIT_MS,
    });
    const seconds = (performance.now() - start) / 1000;
    const { down } = link.bytes;
    await link.close();
    await device.kill();
    await device.start();
    page = await device.page();
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).first().waitFor();
    const files = await precachedFiles(join(import.meta.dirname, '../../dist/app'));
    const installed = files.reduce((sum, { bytes }) => sum + bytes, 0);
    say(`  installed in ${seconds.toFixed(0)} s, ${Math.round(down / 1000)} kB with the posts and their pictures`);
    const of = '50 kB/s, each connection closed after 5 s';
    return [
      { what: `${of}: first visit until it opens offline`, value: seconds, unit: 's', goal: { most: 90 } },
      { what: `${of}: bytes, in those of the installation`, value: down / installed, unit: '×' },
    ];
  } finally {
    await device.dispose();
    await link.close().catch(() => {});
  }
}
