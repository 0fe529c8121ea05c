import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, type Page } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { openSignedIn } from '../../tests/support/signed-in.ts';
import { takePhoto } from '../../tests/support/photos.ts';
import { demoMember } from '../gallery/worlds.ts';
import { listed, longTasksIn } from './long-tasks.ts';
import { openSlowLink, type SlowLink, type Speed } from './slow-link.ts';
import type { Row } from './row.ts';

const PHOTOS = 5;
const SIDE = 640;
/** Every connection is closed this often. */
const DROP_MS = 5000;
const SLOW: Speed = { roundTripMs: 150, bytesPerSecond: 60_000 };
const LIMIT_MS = 240_000;

interface Cost {
  seconds: number;
  /** Sent by the device, in those of the files. */
  bytes: number;
}

/** What the work costs while the link drops. */
async function underDrops(link: SlowLink, work: () => Promise<number>): Promise<Cost> {
  const before = link.bytes.up;
  const start = performance.now();
  const drops = setInterval(() => link.drop(), DROP_MS);
  try {
    const size = await work();
    return { seconds: (performance.now() - start) / 1000, bytes: (link.bytes.up - before) / size };
  } finally {
    clearInterval(drops);
  }
}

/** One request per file, repeated from its first byte whenever it fails: what a form does. */
async function sendPlainly(link: SlowLink, key: string, files: readonly Buffer[]): Promise<void> {
  const until = Date.now() + LIMIT_MS;
  for (const [n, body] of files.entries()) {
    let isSent = false;
    while (!isSent) {
      if (Date.now() > until) throw new Error('The plain upload did not end.');
      const response = await fetch(`${link.url}/storage/v1/object/post-images/plain/${Date.now()}-${n}.jpg`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'image/jpeg' },
        body: new Uint8Array(body),
      }).catch(() => null);
      isSent = response?.ok === true;
    }
  }
}

/** Tasks over 50 ms of the page while it takes in five photos of 12 megapixels, in ms. */
async function takeLargePhotos(page: Page): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-photos-'));
  const paths: string[] = [];
  for (let n = 0; n < PHOTOS; n += 1) {
    const { buffer } = await takePhoto(page, 4000, 3000, 8);
    paths.push(join(folder, `IMG_${n}.jpg`));
    // As files: Playwright decodes bytes in the page.
    await writeFile(paths.at(-1) ?? '', buffer);
  }
  const tasks = await longTasksIn(page, async () => {
    await page.locator('input[type=file][multiple]').setInputFiles(paths);
    await expect(page.getByText(`Location removed from ${PHOTOS} photos`)).toBeVisible({ timeout: 60_000 });
  });
  for (let n = 0; n < PHOTOS; n += 1) await page.getByRole('button', { name: 'Remove photo 1' }).click();
  await rm(folder, { recursive: true });
  return tasks;
}

/** Five photos over a link that drops every 5 s: the app's resumable uploads beside one plain request per file. */
export async function measureMedia(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  const speed: Speed = { roundTripMs: 0, bytesPerSecond: 1e9 };
  const link = await openSlowLink(backend.url, speed);
  const url = link.url.replace('127.0.0.1', 'localhost');
  const device = await Device.start({ url });
  const { SUPABASE_SERVICE_ROLE_KEY: key } = backend.addresses;
  try {
    const page = await device.page();
    await openSignedIn(page, backend, demoMember('member'));
    await page.getByRole('link', { name: 'New post' }).first().click();
    const title = `Through a tunnel ${Date.now()}`;
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    const tasks = await takeLargePhotos(page);
    say(`  ${PHOTOS} photos of 12 MP: tasks over 50 ms: ${listed(tasks)}`);
    const photos = [];
    for (let n = 0; n < PHOTOS; n += 1) photos.push(await takePhoto(page, SIDE, SIDE));
    await page.locator('input[type=file][multiple]').setInputFiles(photos);
    await expect(page.getByText(`Location removed from ${PHOTOS} photos`)).toBeVisible();

    Object.assign(speed, SLOW);
    const files: Buffer[] = [];
    const lane = await underDrops(link, async () => {
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      const status = async () =>
        (await backend.query<{ status: string }>('select status from posts where title = $1', [title]))[0]?.status;
      await expect.poll(status, { timeout: LIMIT_MS, intervals: [50] }).toBe('live');
      const rows = await backend.query<{ name: string }>(
        `select o.name from storage.objects o join posts p on o.name like p.id || '/%' where p.title = $1`,
        [title],
      );
      for (const { name } of rows) {
        const stored = await fetch(`${backend.url}/storage/v1/object/authenticated/post-images/${name}`, {
          headers: { authorization: `Bearer ${key}`, apikey: key },
        });
        files.push(Buffer.from(await stored.arrayBuffer()));
      }
      return files.reduce((sum, { length }) => sum + length, 0);
    });
    say(`  ${files.map(({ length }) => Math.round(length / 1000)).join(', ')} kB; the app: ${JSON.stringify(lane)}`);
    // The page sends nothing else over the link meanwhile.
    await device.kill();
    const plain = await underDrops(link, async () => {
      await sendPlainly(link, key, files);
      return files.reduce((sum, { length }) => sum + length, 0);
    });
    say(`  plain: ${JSON.stringify(plain)}`);
    const of = `${PHOTOS} photos, a link that drops every ${DROP_MS / 1000} s`;
    return [
      {
        what: `${PHOTOS} photos of 12 MP taken in: tasks over 50 ms`,
        value: tasks.length,
        unit: '',
        goal: { most: 0 },
      },
      { what: `${of}: until everybody sees them`, value: lane.seconds, unit: 's' },
      {
        what: `${of}: in the time of plain requests`,
        value: lane.seconds / plain.seconds,
        unit: '×',
        goal: { most: 1 },
      },
      { what: `${of}: bytes sent, in those of the files`, value: lane.bytes, unit: '×' },
      { what: `${of}: the same of plain requests`, value: plain.bytes, unit: '×' },
    ];
  } finally {
    await device.dispose();
    await link.close();
  }
}
