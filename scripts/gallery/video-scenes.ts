import type { Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import { takeVideo } from '../../tests/support/videos.ts';
import { bringUp, holdReducing, saveData } from './photo-files.ts';
import { firstPost, showsText, type Scene, type Stage } from './scene.ts';

/** Every film is as large as this, or as long. */
async function reportLargeFiles({ page }: Stage): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(File.prototype, 'size', { get: () => 155_398_963 });
  });
}

async function reportLongFilms({ page }: Stage): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'duration', { get: () => 96.4 });
  });
}

const chooseVideo = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
  await page.getByRole('textbox', { name: 'Title' }).fill('Night league, last stage');
  await page.locator('input[type=file][accept^="video"]').setInputFiles(file);
};

/** The video of the composer, and in the feed. */
export const VIDEO_SCENES: readonly Scene[] = [
  {
    name: 'create-post-video',
    like: 'create-post-full',
    path: '/create-post',
    as: 'ceo',
    act: async ({ page }) => chooseVideo(page, await takeVideo(page)),
    shows: showsText(/^\d s · /),
  },
  {
    name: 'create-post-video-refused',
    like: 'create-post-full',
    path: '/create-post',
    as: 'ceo',
    async act({ page }) {
      await chooseVideo(page, { name: 'clip.avi', mimeType: 'video/x-msvideo', buffer: Buffer.alloc(2_400_000) });
      await bringUp(page, 'Unsupported video format.');
    },
    shows: showsText('Unsupported video format.'),
  },
  {
    name: 'create-post-video-checking',
    like: 'create-post-full',
    path: '/create-post',
    as: 'ceo',
    before: holdReducing,
    act: async ({ page }) => chooseVideo(page, await takeVideo(page)),
    shows: showsText('Checking the video'),
  },
  {
    name: 'create-post-video-too-large',
    like: 'create-post-full',
    path: '/create-post',
    as: 'ceo',
    before: reportLargeFiles,
    act: async ({ page }) => chooseVideo(page, await takeVideo(page)),
    shows: showsText('Video must be under 100MB. This one is 148.2MB.'),
  },
  {
    name: 'create-post-video-too-long',
    like: 'create-post-full',
    path: '/create-post',
    as: 'ceo',
    before: reportLongFilms,
    act: async ({ page }) => chooseVideo(page, await takeVideo(page)),
    shows: showsText('Video must be 90 seconds or less.'),
  },
  {
    name: 'feed-video-deferred',
    like: 'feed-member',
    path: '/',
    as: 'ceo',
    before: saveData,
    async act({ page }) {
      await firstPost(page);
      await page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
      await chooseVideo(page, await takeVideo(page));
      await expect(page.getByText('Format, size and length are fine')).toBeVisible();
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await bringUp(page, 'Waiting for Wi-Fi');
    },
    shows: showsText('Play video'),
  },
];
