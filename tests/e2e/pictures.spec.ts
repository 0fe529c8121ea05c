import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { entry, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import type { Fixtures } from './support/fixtures.ts';
import { expect, test, unique } from './support/stage.ts';
import { SECRET, takePhoto } from '../support/photos.ts';
import { visit } from '../support/visit.ts';

/** Posts of this title with their images in order, as the server has them. */
const stored = (backend: Backend, title: string) =>
  backend.query<{ status: string; widths: number[]; alts: (string | null)[]; files: string[] }>(
    `select p.status, array_agg(i.width order by i.position) as widths, array_agg(i.alt order by i.position) as alts,
       array_agg(o.name order by i.position) filter (where o.name is not null) as files
     from posts p join post_images i on i.post_id = p.id
       left join storage.objects o on o.bucket_id = 'post-images' and right(i.url, length(o.name)) = o.name
     where p.title = $1 group by p.id`,
    [title],
  );

async function fileOf(backend: Backend, name: string): Promise<Buffer> {
  const { SUPABASE_SERVICE_ROLE_KEY: key } = backend.addresses;
  const answer = await fetch(`${backend.url}/storage/v1/object/authenticated/post-images/${name}`, {
    headers: { authorization: `Bearer ${key}`, apikey: key },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

/** Pictures of the entry that show something. */
const shown = (page: Page, title: string) =>
  entry(page, title)
    .locator('img')
    .evaluateAll(
      (images) => images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth >= 100).length,
    );

test.describe('days later', () => {
  // Its tokens are refreshed.
  test.use({ ownMember: true });

  test('five photos posted offline survive a reload and a kill, and arrive once days later, in order and without a location', async ({
    page: first,
    phone,
    network,
    backend,
  }) => {
    test.slow();
    let page = first;
    await network.down();
    const title = unique('Photos');
    await page.getByRole('link', { name: 'New post' }).first().click();
    await page.getByRole('textbox', { name: 'Title' }).fill(title);
    const photos = [];
    for (const width of [101, 102, 103, 104, 105, 106]) photos.push(await takePhoto(page, width));
    await page.locator('input[type=file][multiple]').setInputFiles(photos);
    await expect(page.getByText('You can only upload up to 5 images. For now!')).toBeVisible();
    await expect(page.getByText('1 was left out: IMG_106.jpg')).toBeVisible();
    await expect(page.getByText('Location removed from 5 photos')).toBeVisible();
    await page.getByRole('button', { name: 'Describe photo 2' }).click();
    await page.getByLabel('Description').fill('Six plates');
    await page.getByRole('button', { name: 'Move back' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/^Draft saved \d/)).toBeVisible();

    // The draft has its pictures.
    await page.reload();
    await expect(page.getByText('Location removed from 5 photos')).toBeVisible();
    await page.getByRole('button', { name: 'Post', exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(() => shown(page, title)).toBe(5);
    await expect(entry(page, title).getByText('Queued')).toBeVisible();
    await phone.kill();
    await phone.start();
    page = await phone.page();
    await page.clock.install({ time: Date.now() + 3 * 86_400_000 });
    await page.goto('/');
    await expect(entry(page, title).getByText('Queued')).toBeVisible();
    await expect.poll(() => shown(page, title)).toBe(5);
    await visit(page, '/outbox');
    await expect(page.getByText(/^5 photos · 0(\.0)? of \d+/)).toBeVisible();

    await network.up();
    const complete = {
      status: 'live',
      widths: [102, 101, 103, 104, 105],
      alts: ['Six plates', null, null, null, null],
    };
    await expect.poll(() => stored(backend, title), { timeout: 40_000 }).toMatchObject([complete]);
    const [post] = await stored(backend, title);
    expect(post?.files).toHaveLength(5);
    for (const name of post?.files ?? []) {
      const text = (await fileOf(backend, name)).toString('latin1');
      expect(text.slice(0, 2)).toBe('\xff\xd8');
      for (const left of [SECRET, 'Exif', 'GPS', 'adobe', 'IMG_']) expect(text).not.toContain(left);
    }
    await expect(page.getByText('Nothing waiting.')).toBeVisible();
    // Nothing is left on the device.
    await expect
      .poll(() =>
        page.evaluate(async () => {
          const { name } =
            (await indexedDB.databases()).find((known) => known.name?.startsWith('rangeday-media-')) ?? {};
          const open = indexedDB.open(name ?? '');
          await new Promise((resolve) => (open.onsuccess = resolve));
          const count = open.result.transaction('bytes').objectStore('bytes').count();
          await new Promise((resolve) => (count.onsuccess = resolve));
          open.result.close();
          return count.result;
        }),
      )
      .toBe(0);
  });
});

/** How many photos wait on the device to be reduced. */
const unreduced = (page: Page) =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((known) => known.name?.startsWith('rangeday-local-')) ?? {};
    const open = indexedDB.open(name ?? '');
    await new Promise((resolve) => (open.onsuccess = resolve));
    const count = open.result.transaction('originals').objectStore('originals').count();
    await new Promise((resolve) => (count.onsuccess = resolve));
    open.result.close();
    return count.result;
  });

test('five photos, Post and a reload while they are reduced: the next page sends one post with five photos in order', async ({
  page,
  backend,
}) => {
  // This page reduces nothing.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function send(this: Worker, message: unknown, ...more: unknown[]) {
      const isPicture = message instanceof Object && 'task' in message && message.task === 'picture';
      if (!isPicture) Reflect.apply(postMessage, this, [message, ...more]);
    };
  });
  const title = unique('Closed');
  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  const photos = [];
  for (const width of [101, 102, 103, 104, 105]) photos.push(await takePhoto(page, width));
  await page.locator('input[type=file][multiple]').setInputFiles(photos);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Posting...' })).toBeDisabled();
  await expect.poll(() => unreduced(page)).toBe(5);
  // The form is left: the post is in the feed at once.
  await page.getByRole('link', { name: 'Close (draft is saved)' }).click();
  const due = page.getByRole('article').filter({ hasText: title });
  await expect(due.getByText('Preparing', { exact: true })).toBeVisible();
  await expect(due.getByText('0 of 5 photos ready')).toBeVisible();
  // Small pictures of them are.
  await expect(due.locator('img[src^="blob:"]')).toHaveCount(5);
  await page.reload();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText('Posted. Its photos were ready.')).toBeVisible();
  await expect
    .poll(() => stored(backend, title))
    .toMatchObject([{ status: 'live', widths: [101, 102, 103, 104, 105] }]);
  expect(await unreduced(page)).toBe(0);
  await expect(entry(page, title)).toHaveCount(1);
  await expect(page.getByText('Preparing', { exact: true })).toHaveCount(0);
});

type Kill = readonly ['backend' | 'browser', number];

/**
 * Posts a large photo over a slow link and kills what is named when this share of it was sent. Resolves with the page
 * and the title of the post.
 */
async function uploadUnderKills(
  { newDevice, backend }: Pick<Fixtures, 'newDevice'> & { backend: Backend },
  kills: readonly Kill[],
): Promise<{ page: Page; title: string }> {
  // 409: the killed backend had stored the file already.
  const phone = await newDevice({ expected: /ERR_FAILED|409 \(Conflict\).*\/upload\/resumable/ });
  let page = await phone.page();
  await openSignedIn(page, backend, await register(backend));
  const title = `Large ${Date.now()}`;
  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.locator('input[type=file][multiple]').setInputFiles(await takePhoto(page, 1080, 1080));
  await expect(page.getByText('Location removed from 1 photo')).toBeVisible();

  /** Where each request begins. */
  const offsets: number[] = [];
  /** How many there were at each stop. */
  const counts: number[] = [];
  const beganAt = () => offsets[counts.at(-1) ?? 0];
  /** Counts what this page sends, and slows it down. */
  const watch = async () => {
    page.on('request', (request) => {
      const headers = request.headers();
      // The request that begins the upload takes the first bytes along.
      if (headers['content-type'] === 'application/offset+octet-stream')
        offsets.push(Number(headers['upload-offset'] ?? 0));
    });
    const network = await page.context().newCDPSession(page);
    return (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 0, downloadThroughput: -1 },
        uploadThroughput,
      });
  };
  let limit = await watch();
  await limit(100_000);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await page
    .getByRole('link', { name: /outbox|waiting/i })
    .first()
    .click();
  await expect.poll(() => progressOf(page)).toBeGreaterThan(0);
  /** Where each attempt stopped, as a share of the file, and where it had begun, in bytes. */
  const stops: { share: number; offset: number }[] = [];
  const stop = (share: number) => {
    stops.push({ share, offset: beganAt() ?? 0 });
    counts.push(offsets.length);
  };
  const reach = (share: number) =>
    expect.poll(() => backend.arrivedShare(), { timeout: 60_000, intervals: [20] }).toBeGreaterThanOrEqual(share);
  for (const [what, share] of kills) {
    if (share > 0.9) await reach(share - 0.04);
    if (share > 0.9) await limit(12_000);
    await reach(share);
    if (what === 'browser') {
      const shown = await progressOf(page);
      await phone.kill();
      stop(Math.max(shown, await backend.arrivedShare()));
      await phone.start();
      page = await phone.page();
      limit = await watch();
      await limit(share > 0.9 ? -1 : 100_000);
      await page.goto('/outbox');
      continue;
    }
    await backend.kill();
    stop(Math.max(await progressOf(page), await backend.arrivedShare()));
    if (share > 0.9) await limit(-1);
    await backend.start();
  }
  await expect.poll(() => stored(backend, title), { timeout: 60_000 }).toMatchObject([{ status: 'live' }]);
  const [post] = await stored(backend, title);
  const size = (await fileOf(backend, post?.files[0] ?? '')).length;
  // Nothing more is sent if the whole file had arrived, and only its answer was lost.
  const last = size - (beganAt() ?? size);
  const sent = stops.reduce((sum, { share, offset }) => sum + share * size - offset, last);
  expect(sent, `${JSON.stringify(stops)}, ${offsets.join()} of ${size}`).toBeLessThan(1.2 * size);
  expect(await backend.query('select id from posts where title = $1', [title])).toHaveLength(1);
  return { page, title };
}

test('an upload continues where a backend killed at 10 and 99 % and a browser killed at 50 % stopped it, and a comment takes a photo along', async ({
  newDevice,
  backend,
}) => {
  test.slow();
  const kills: Kill[] = [
    ['backend', 0.1],
    ['browser', 0.5],
    ['backend', 0.99],
  ];
  const { page, title } = await uploadUnderKills({ newDevice, backend }, kills);
  await visit(page, '/');
  await entry(page, title).getByRole('link', { name: title }).click();
  await page.locator('form input[type=file]').setInputFiles(await takePhoto(page, 107));
  await page.getByRole('button', { name: 'Send comment' }).click();
  const comments = () =>
    backend.query(
      `select c.image_width, count(o.name)::int as files from comments c join posts p on p.id = c.post_id
         left join storage.objects o on o.bucket_id = 'comment-images' and o.name like '%/' || c.id || '/%'
       where p.title = $1 group by c.id`,
      [title],
    );
  await expect.poll(comments, { timeout: 30_000 }).toEqual([{ image_width: 107, files: 1 }]);
  await visit(page, '/outbox');
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
});

test(
  'the same with a browser killed at 10 and 99 % and a backend killed at 50 %',
  { tag: '@variant' },
  async ({ newDevice, backend }) => {
    test.slow();
    const kills: Kill[] = [
      ['browser', 0.1],
      ['backend', 0.5],
      ['browser', 0.99],
    ];
    await uploadUnderKills({ newDevice, backend }, kills);
  },
);

/** The share of the files of the only upload that was sent. */
const progressOf = async (page: Page): Promise<number> =>
  Number(
    (await page
      .getByRole('progressbar', { name: /^Upload of/ })
      .getAttribute('value', { timeout: 1000 })
      .catch(() => null)) ?? 0,
  );
