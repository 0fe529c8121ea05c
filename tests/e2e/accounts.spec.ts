import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { entry, expectArrival, fillLogIn, logIn, logOut, register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { draftIsStored } from './support/storage.ts';
import { visit } from '../support/visit.ts';

const dialog = (page: Page) => page.getByRole('alertdialog');

async function left(page: Page): Promise<void> {
  await expect(
    page.getByRole('region', { name: 'Notices' }).getByText('You are logged out, c-ya next time'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
}

/** What a page can read on this device: names of databases, caches and files, and all key-value entries. */
const storedValues = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    const values = await new Promise((resolve) => {
      const open = indexedDB.open('rangeday-kv');
      open.onsuccess = () => {
        const store = open.result.transaction('kv').objectStore('kv');
        const keys = store.getAllKeys();
        const all = store.getAll();
        all.onsuccess = () => resolve([keys.result, all.result]);
      };
    });
    return JSON.stringify([databases, files, await caches.keys(), values]);
  });

/** Offline. The service worker also logs pictures that it has not cached. */
const OFFLINE = /^Failed to load resource: |ERR_FAILED/;

test('unsent work is kept for its author: another member neither sees nor sends it', async ({
  newDevice,
  backend,
  network,
}) => {
  test.slow();
  const phone = await newDevice({ url: network.url, expected: OFFLINE });
  let page = await phone.page();
  const [ann, bob] = [await register(backend), await register(backend)];
  await openSignedIn(page, backend, ann);
  await network.down();
  const title = `Of Ann ${Date.now()}`;
  await writePost(page, title);
  await visit(page, '/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill('Secret of Ann');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await draftIsStored(page, 'Secret of Ann');
  await visit(page, '/');
  await expect(entry(page, title).getByText('Queued')).toBeVisible();

  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Your account' }).filter({ visible: true }).click();
  await page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }).click();
  await expect(dialog(page).getByText('Not sent yet: 1 post and 1 draft.')).toBeVisible();
  for (const name of ['Send later as me', 'Discard', 'Stay']) {
    const way = dialog(page).getByRole('button', { name });
    await expect(way).toBeInViewport({ ratio: 1 });
    expect((await way.boundingBox())?.width).toBeGreaterThan(200);
  }
  await dialog(page).getByRole('button', { name: 'Stay' }).click();
  await page.setViewportSize(size);
  await expect(entry(page, title)).toBeVisible();

  // Also a log-out before the database is open finds it.
  await phone.kill();
  await phone.start();
  page = await phone.page();
  await page.goto('/', { waitUntil: 'commit' });
  await logOut(page);
  await expect(dialog(page).getByText('Not sent yet: 1 post and 1 draft.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Send later as me' }).click();
  await left(page);
  await expect(entry(page, title)).toBeHidden();

  await network.up();
  await visit(page, '/login');
  await fillLogIn(page, bob);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(entry(page, title)).toBeHidden();
  await visit(page, '/outbox');
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
  await visit(page, '/create-post');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  const bobs = `Of Bob ${Date.now()}`;
  await visit(page, '/');
  await writePost(page, bobs);
  await visit(page, '/outbox');
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
  const sent = () => backend.query('select id from posts where title = $1', [bobs]);
  await expect.poll(async () => (await sent()).length).toBe(1);
  expect(await backend.query('select id from posts where title = $1', [title])).toEqual([]);
  await logOut(page);
  await left(page);

  await visit(page, '/login');
  await fillLogIn(page, ann);
  await expectArrival(page, title);
  const rows = () =>
    backend.query('select u.email from posts p join auth.users u on u.id = p.user_id where p.title = $1', [title]);
  await expect.poll(rows, { timeout: 30_000 }).toEqual([{ email: ann.email }]);
  await visit(page, '/create-post');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Secret of Ann');
});

test(
  'discarding at an offline log-out leaves nothing of the member on the device',
  { tag: '@variant' },
  async ({ newDevice, backend, network }) => {
    test.slow();
    const page = await (await newDevice({ url: network.url, expected: OFFLINE })).page();
    const ann = await register(backend);
    await openSignedIn(page, backend, ann);
    const [user] = await backend.query<{ id: string }>('select id from auth.users where email = $1', [ann.email]);
    const id = user?.id ?? 'unknown';
    expect(await storedValues(page)).toContain(id);
    // A picture that only this member saw. The guest's feed may cache its own after the log-out.
    const picture = '/seed/seen-by-ann.svg';
    await page.evaluate(async (url) => (await caches.open('rangeday-seen-v1')).put(url, new Response('ann')), picture);
    const isCached = () => page.evaluate(async (url) => (await caches.match(url)) !== undefined, picture);
    expect(await isCached()).toBe(true);
    await network.down();
    const title = `Gone ${Date.now()}`;
    await writePost(page, title);
    await logOut(page);
    await dialog(page).getByRole('button', { name: 'Discard' }).click();
    await left(page);
    await expect.poll(() => storedValues(page)).not.toContain(id);
    const after = await storedValues(page);
    for (const word of [title, ann.email, 'refresh_token', 'access_token']) expect(after).not.toContain(word);
    expect(await isCached()).toBe(false);

    await network.up();
    await logIn(page, ann);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(entry(page, title)).toBeHidden();
    expect(await backend.query('select id from posts where title = $1', [title])).toEqual([]);
  },
);
