import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Page } from '@playwright/test';

import { entry, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';
import { SECRET } from '../support/photos.ts';
import { registerStaff } from './support/staff.ts';
import { takeVideo } from '../support/videos.ts';
import { visit } from '../support/visit.ts';

const addVideo = (page: Page) => page.getByRole('button', { name: 'Add a video' });
const input = (page: Page) => page.locator('input[type=file][accept="video/*"]');
/** Where the video of the entry comes from, once it can be played. */
const source = (page: Page, title: string) =>
  entry(page, title)
    .locator('video')
    .evaluateAll((videos) =>
      videos.map((video) => (video instanceof HTMLVideoElement && video.readyState > 0 ? video.src : 'not loaded')),
    );

test('the ceo posts a video offline: it is kept, cleaned, sent once, and played by others', async ({
  newDevice,
  backend,
  network,
}, info) => {
  test.slow();
  const page = await (await newDevice({ url: network.url, expected: /ERR_FAILED/ })).page();
  await openSignedIn(page, backend, await registerStaff(backend, 'ceo'));
  await network.down();
  const title = `Night league ${Date.now()}`;
  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await expect(addVideo(page)).toBeVisible();

  await input(page).setInputFiles({ name: 'a.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video') });
  await expect(page.getByText('Unsupported video format.')).toBeVisible();
  const film = await takeVideo(page);
  const large = info.outputPath('large.webm');
  const file = openSync(large, 'w');
  writeSync(file, film.buffer);
  ftruncateSync(file, 110_000_000);
  closeSync(file);
  await input(page).first().setInputFiles(large);
  await expect(page.getByText('Video must be under 100MB. This one is 104.9MB.')).toBeVisible();
  rmSync(large);
  await input(page).first().setInputFiles(film);
  await expect(page.getByText(/^1 s · 0\.(?:[1-9]|0[1-9]) MB · landscape$/)).toBeVisible();
  await expect(page.getByText('Location removed from the video')).toBeVisible();
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();

  // The draft has its video; removed and chosen again it is another one.
  await page.reload();
  await expect(page.getByText(/^1 s · 0\.(?:[1-9]|0[1-9]) MB · landscape$/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the video' }).click();
  await expect(page.getByText('Location removed from the video')).toBeHidden();
  await input(page).setInputFiles(film);
  await expect(page.getByText('Location removed from the video')).toBeVisible();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => source(page, title)).toEqual([expect.stringMatching(/^blob:/)]);
  await page.reload();
  await expect(entry(page, title).getByText('Queued')).toBeVisible();
  await expect.poll(() => source(page, title)).toEqual([expect.stringMatching(/^blob:/)]);
  await visit(page, '/outbox');
  await expect(page.getByText(/^1 video · 0 of \d+ kB/)).toBeVisible();

  await network.up();
  const posts = () =>
    backend.query<{ status: string; video_url: string }>('select status, video_url from posts where title = $1', [
      title,
    ]);
  await expect.poll(posts, { timeout: 40_000 }).toMatchObject([{ status: 'live' }]);
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
  const [post] = await posts();
  // With a tiny still, which readers see before the film has loaded.
  expect(post?.video_url).toMatch(/_[\w-]{18}\.webm$/);
  const answer = await fetch(backend.url + post?.video_url);
  const stored = Buffer.from(await answer.arrayBuffer());
  expect([answer.headers.get('content-type'), stored.length]).toEqual(['video/webm', film.buffer.length]);
  expect(stored.toString('latin1')).not.toContain(SECRET);

  const other = await (await newDevice()).page();
  await openSignedIn(other, backend, await register(backend));
  await expect.poll(() => source(other, title)).toEqual([`${backend.url}${post?.video_url}#t=0.1`]);
  const play = entry(other, title).getByRole('button', { name: 'Play', exact: true });
  // At full speed it could be over before the test looks.
  await entry(other, title)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => (video.playbackRate = 0.1));
  await play.click();
  await expect(entry(other, title).getByRole('button', { name: 'Pause' })).toBeVisible();
  await other.getByRole('link', { name: 'New post' }).first().click();
  await expect(other.getByRole('button', { name: 'Photos' })).toBeVisible();
  await expect(addVideo(other)).toBeHidden();
});
