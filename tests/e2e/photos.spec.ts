import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { entry, fillLogIn, logOut, type Member, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';
import { SECRET, takePhoto } from '../support/photos.ts';
import { visit } from '../support/visit.ts';

/** Offline, the service worker logs what it has not cached; a guest may not load the picture. */
const EXPECTED = { expected: /ERR_FAILED|ERR_CONNECTION_REFUSED|ERR_CACHE_MISS|40[04]/ };

/** A friends-only post of a new friend, with two pictures. Returns their addresses. */
async function postForFriends(page: Page, backend: Backend, reader: Member, title: string): Promise<string[]> {
  await backend.query(
    `select private.befriend((select id from profiles where email = $1), (select id from profiles where username = 'wren_holloway'))`,
    [reader.email],
  );
  return (await writeWithPictures(page, backend, { title, visibility: 'friends' })).urls;
}

/** A post with two pictures: its id, and their addresses. */
async function writeWithPictures(page: Page, backend: Backend, post: { title: string; visibility: string }) {
  const [{ id } = { id: '' }] = await backend.query<{ id: string }>(
    `insert into posts (user_id, title, description, visibility) select id, $1, E'At nine.\\n"The line" was ours.', $2
     from profiles where username = 'wren_holloway' returning id`,
    [post.title, post.visibility],
  );
  const { SUPABASE_SERVICE_ROLE_KEY: key } = backend.addresses;
  const urls: string[] = [];
  for (const [position, width] of [320, 200].entries()) {
    const path = `post-images/${id}/picture-${position}.jpg`;
    const { buffer, mimeType } = await takePhoto(page, width);
    const answer = await fetch(`${backend.url}/storage/v1/object/${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${key}`, apikey: key ?? '' },
        ...{ 'content-type': mimeType, 'cache-control': 'max-age=3600' },
      },
      body: new Blob([new Uint8Array(buffer)], { type: mimeType }),
    });
    expect(answer.status, await answer.text()).toBe(200);
    urls.push(`/storage/v1/object/authenticated/${path}`);
    await backend.query(
      `insert into post_images (post_id, user_id, url, position, width, height, alt)
       select id, user_id, $2, $3, $4, 80, $5 from posts where id = $1`,
      [id, urls.at(-1), position, width, `Picture ${position + 1}`],
    );
  }
  return { id, urls };
}

const loaded = (page: Page, title: string) =>
  entry(page, title)
    .locator('img')
    .evaluateAll(
      (images) =>
        images.filter(
          (image) => image instanceof HTMLImageElement && /storage/.test(image.src) && image.naturalWidth > 1,
        ).length,
    );

test('pictures for friends open full screen, stay on the device offline, and leave with the log-out, also the caches of the browser', async ({
  newDevice,
  backend,
  network,
}) => {
  const page = await (await newDevice({ ...EXPECTED, url: network.url })).page();
  const member = await register(backend);
  const title = `For friends ${Date.now()}`;
  await openSignedIn(page, backend, member);
  const [url = ''] = await postForFriends(page, backend, member, title);
  await page.getByRole('link', { name: 'Friends', exact: true }).click();
  await expect.poll(() => loaded(page, title)).toBe(2);

  const picture = page.getByRole('link', { name: 'Open picture: Picture 2' });
  await picture.click();
  const viewer = page.getByRole('dialog', { name: 'Pictures by @wren_holloway' });
  await expect(viewer.getByText('2 of 2', { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/fullscreenimagemodal\?/);
  await page.keyboard.press('ArrowLeft');
  await expect(viewer.getByText('1 of 2', { exact: true }).first()).toBeVisible();
  // A copied address leads to the picture on screen.
  await expect(page).toHaveURL(/[?&]at=0/);
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(/\?tab=friends$/);
  await expect(picture).toBeFocused();
  await picture.click();
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeHidden();

  await network.down();
  await page.reload();
  await expect.poll(() => loaded(page, title)).toBe(2);
  expect(await page.evaluate(async (path) => (await caches.match(path)) === undefined, url)).toBe(false);

  await network.up();
  await page.reload();
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
  // A load: a document may still have in its memory what it has shown.
  await page.goto('/settings');
  const cleared = page.waitForResponse('**/signed-out.txt');
  await logOut(page);
  expect(await (await cleared).headerValue('clear-site-data')).toBe('"cache"');
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
  expect(await page.evaluate(async (path) => (await caches.match(path)) === undefined, url)).toBe(true);
  const status = await page.evaluate(async (path) => {
    const image = new Image();
    image.src = path;
    return image.decode().then(
      () => 'shown',
      () => 'refused',
    );
  }, url);
  expect(status).toBe('refused');

  // Nor does the next member at this device find it in a cache of the browser.
  const other = await register(backend);
  await visit(page, '/login');
  await fillLogIn(page, other);
  await expect(page.getByRole('button', { name: 'Log Out' }).first()).toBeVisible();
  const fromCache = (address: string) =>
    page.evaluate(
      (from) =>
        fetch(from, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        ),
      address,
    );
  expect(await fromCache(url)).toBe(false);
  // A public file is found there.
  await page.evaluate(() => fetch('/seed/bench.webp'));
  expect(await fromCache('/seed/bench.webp')).toBe(true);
});

test('a part of a picture becomes the avatar, without its metadata, also chosen offline', async ({
  newDevice,
  backend,
  network,
}) => {
  // 409: the page that was closed had sent the whole file, and only its answer was lost.
  const device = await newDevice({
    url: network.url,
    expected: /ERR_FAILED|ERR_CONNECTION_REFUSED|40[04]|409 \(Conflict\).*\/upload\/resumable/,
  });
  const page = await device.page();
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  await visit(page, '/profile?edit=true');
  await page
    .getByLabel('Change picture')
    .and(page.locator('input'))
    .setInputFiles(await takePhoto(page, 400));
  const cropper = page.getByRole('dialog', { name: 'Profile picture' });
  await cropper.getByRole('button', { name: /^Picture\. Drag it/ }).press('+');
  await expect(cropper.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.15');
  // Offline it waits on the device, over a reload too.
  await network.down();
  await cropper.getByRole('button', { name: 'Use picture' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText('The picture is kept on this device and will send automatically.')).toBeVisible();
  await expect(cropper).toBeHidden();
  await page.goto('/outbox');
  await expect(page.getByRole('heading', { name: 'Profile picture' })).toBeVisible();
  await expect(page.getByText(/^1 photo · 0 of \d+ kB/)).toBeVisible();
  await network.up();
  const avatar = () =>
    backend.query<{ url: string }>('select profile_image_url as url from profiles where email = $1', [member.email]);
  await expect.poll(async () => (await avatar())[0]?.url).toMatch(/^\/storage\/v1\/object\/public\/public-media\//);
  const [{ url }] = (await avatar()) as [{ url: string }];
  const bytes = Buffer.from(await (await fetch(backend.url + url)).arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(bytes.includes('Exif') || bytes.includes(SECRET)).toBe(false);
  await visit(page, '/profile');
  await expect(page.locator(`main img[src="${url}"]`)).toBeVisible();

  // The page is closed during the upload of a banner: it is on the device.
  const banner = () =>
    backend.query<{ url: string | null }>('select banner_url as url from profiles where email = $1', [member.email]);
  const chooseBanner = async () => {
    await visit(page, '/profile?edit=true');
    await page
      .getByLabel('Change banner')
      .and(page.locator('input'))
      .setInputFiles(await takePhoto(page, 400));
    await page.getByRole('dialog', { name: 'Banner' }).getByRole('button', { name: 'Use picture' }).click();
  };
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
  await page.route('**/storage/v1/upload/resumable**', () => onBegun());
  await chooseBanner();
  await begun;
  await page.unroute('**/storage/v1/upload/resumable**');
  await page.goto('/outbox');
  await expect.poll(async () => (await banner())[0]?.url).toMatch(/^\/storage\/v1\/object\/public\/public-media\//);
  await visit(page, '/profile?edit=true');
  // Sending at once must not look like being offline: neither here nor to screen readers.
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(globalThis, { told });
    const note = () =>
      told.push(...Array.from(document.querySelectorAll('[aria-live], output'), (one) => one.textContent));
    new MutationObserver(note).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  for (const round of ['first', 'second']) {
    const before = (await banner())[0]?.url;
    await chooseBanner();
    await expect(notices.getByText('Banner updated.'), round).toBeVisible();
    expect((await banner())[0]?.url).not.toBe(before);
    await expect(notices.getByText('Banner updated.'), round).toBeHidden();
  }
  // Set above, in the page; the global has no type for it.
  const told = await page.evaluate(() => (globalThis as unknown as { told: string[] }).told.join('\n'));
  expect(told).not.toMatch(/offline|kept on this device/i);
});

test('a pasted link of a public post shows title, text and picture, and one for friends nothing', async ({
  page,
  backend,
}) => {
  await page.goto('/manifest.webmanifest');
  const title = `Fog & "steel" ${Date.now()}`;
  const { id, urls } = await writeWithPictures(page, backend, { title, visibility: 'public' });
  const hidden = await writeWithPictures(page, backend, { title, visibility: 'friends' });
  for (const program of ['WhatsApp/2.23.20.0 A', 'facebookexternalhit/1.1 Facebot Twitterbot/1.0']) {
    // As a program elsewhere: no session, only an address and a name.
    const get = (address: string) => fetch(address, { headers: { 'user-agent': program } });
    const head = await (await get(`${backend.url}/posts/${id}`)).text();
    const content = (property: string) =>
      (new RegExp(`<meta property="og:${property}" content="([^"]*)">`).exec(head)?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
    expect(content('title')).toBe(title);
    expect(content('description')).toBe('At nine. "The line" was ours.');
    expect(content('url')).toBe(`${backend.url}/posts/${id}`);
    const picture = await get(content('image'));
    expect(picture.status, content('image')).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/jpeg');
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    // Its own address is for readers only.
    expect((await get(backend.url + urls[0])).status).toBeGreaterThanOrEqual(400);

    const closed = await (await get(`${backend.url}/posts/${hidden.id}`)).text();
    expect(closed).toContain('<title>Rangeday</title>');
    expect(closed).not.toMatch(/Fog|The line|wren_holloway|picture=1/);
    expect(closed).toBe(await (await get(`${backend.url}/posts/${crypto.randomUUID()}`)).text());
    expect((await get(`${backend.url}/api/link-preview?post=${hidden.id}&picture=1`)).status).toBe(404);
  }
  // A browser gets the app.
  const app = await fetch(`${backend.url}/posts/${id}`, {
    headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0' },
  });
  expect(await app.text()).toContain('<script');
});
