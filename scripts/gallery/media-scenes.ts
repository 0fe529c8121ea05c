import type { Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import { firstPost, showsText, type Scene, type Stage } from './scene.ts';

/** EXIF with a GPS directory: as a phone stores a photo. */
const LOCATION = Buffer.from(
  'ffe100344578696600004d4d002a00000008000188250004000000010000001a00000000000100010002000000024e00000000000000',
  'hex',
);

/** Pictures of the seed as photos. */
async function photosOf(page: Page, names: readonly string[]) {
  const encoded = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (name) => {
          const image = new Image();
          image.src = `/seed/${name}.svg`;
          await image.decode();
          const canvas = document.createElement('canvas');
          canvas.width = 900;
          canvas.height = (900 * image.naturalHeight) / image.naturalWidth;
          canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
          return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
        }),
      ),
    names,
  );
  return encoded.map((text, index) => {
    const plain = Buffer.from(text, 'base64');
    const buffer = Buffer.concat([plain.subarray(0, 2), LOCATION, plain.subarray(2)]);
    return { name: `IMG_204${index}.jpg`, mimeType: 'image/jpeg', buffer };
  });
}

type Photos = Awaited<ReturnType<typeof photosOf>>;

async function choose(page: Page, photos: Photos): Promise<void> {
  await page.locator('input[type=file]').last().setInputFiles(photos);
  await expect(page.getByText('Location removed from')).toBeVisible();
}

async function writeWithPhotos(page: Page, photos: Photos): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
  await choose(page, photos);
  await page.getByRole('button', { name: 'Describe photo 1' }).click();
  await page.getByLabel('Description').fill('Six white plates hang on a rail');
}

/** The worker that reduces photos gets nothing to do. */
export async function holdReducing({ page }: Stage): Promise<void> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage as (this: Worker, ...args: unknown[]) => void;
    Worker.prototype.postMessage = function send(this: Worker, ...args: unknown[]) {
      const [message] = args;
      const isPicture = typeof message === 'object' && message !== null && 'isVideo' in message;
      if (!isPicture) post.apply(this, args);
    };
  });
}

const UPLOADS = '**/storage/v1/upload/resumable*';

/** A post with two photos, which the feed shows. */
async function postPhotos({ page }: Stage): Promise<void> {
  await firstPost(page);
  const photos = await photosOf(page, ['steel', 'bench']);
  await page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
  await writeWithPhotos(page, photos);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
}

async function refuseUploads({ page }: Stage): Promise<void> {
  const json = { statusCode: '415', message: 'The file does not match its type.' };
  await page.route(UPLOADS, (route) => route.fulfill({ status: 415, json }));
}

async function holdUploads({ page }: Stage): Promise<void> {
  // Never answered.
  await page.route(UPLOADS, () => {});
}

async function reportNoRoom({ page }: Stage): Promise<void> {
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ usage: 100_000_000, quota: 100_000_000 });
  });
}

export async function saveData({ page }: Stage): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('rangeday-settings', '{"dataSaver":true}'));
}

/** Comments on the first post, with a photo. */
async function commentWithPhoto({ page }: Stage): Promise<void> {
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await page.getByLabel('Comment on this post').fill('Here is mine, from the tower.');
  await choose(page, await photosOf(page, ['range']));
  await page.getByRole('button', { name: 'Send comment' }).click();
}

/** Below the fold of a phone the state would be in no picture. */
export const bringUp = (page: Page, text: string | RegExp) =>
  page
    .getByText(text)
    .filter({ visible: true })
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));

/** Pictures in the composers, and their upload. */
export const MEDIA_SCENES: readonly Scene[] = [
  {
    name: 'create-post-photos',
    path: '/create-post',
    as: 'member',
    leavesDraft: true,
    async act({ page }) {
      await writeWithPhotos(
        page,
        await photosOf(page, ['steel', 'bench', 'target', 'range', 'brass', 'dusk', 'steel']),
      );
      await page.getByRole('button', { name: 'Done' }).click();
    },
    shows: showsText('You can only upload up to 5 images. For now!'),
  },
  {
    name: 'create-post-shared',
    like: 'create-post-photos',
    path: '/create-post',
    as: 'member',
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Saturday');
      await expect(page.getByText('Draft saved on this device')).toBeVisible();
      const photos = await photosOf(page, ['steel']);
      // As the service worker does, which is not installed here.
      await page.evaluate(
        async (encoded) => {
          const opening = indexedDB.open('rangeday-shared');
          opening.onupgradeneeded = () => opening.result.createObjectStore('shared');
          await new Promise((resolve) => (opening.onsuccess = resolve));
          const files = encoded.map((base64) => ({
            name: 'IMG_2040.jpg',
            type: 'image/jpeg',
            bytes: Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)).buffer,
          }));
          const share = { id: crypto.randomUUID(), member: null, title: '', text: '', files, at: Date.now() };
          const writing = opening.result.transaction('shared', 'readwrite');
          writing.objectStore('shared').put(share, share.id);
          await new Promise((resolve) => (writing.oncomplete = resolve));
          opening.result.close();
        },
        photos.map(({ buffer }) => buffer.toString('base64')),
      );
      await page.reload();
    },
    shows: showsText('Put them in another draft'),
  },
  {
    name: 'create-post-photo-description',
    path: '/create-post',
    as: 'member',
    leavesDraft: true,
    async act({ page }) {
      await writeWithPhotos(page, await photosOf(page, ['steel', 'target']));
    },
    shows: showsText('Read aloud to members who cannot see it'),
  },
  {
    name: 'outbox-photos',
    like: 'outbox-refused',
    goesOffline: true,
    path: '/',
    as: 'member',
    async act(stage) {
      const { page } = stage;
      await firstPost(page);
      const photos = await photosOf(page, ['steel', 'bench', 'target']);
      await stage.goOffline();
      await page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
      await writeWithPhotos(page, photos);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await firstPost(page);
      await page
        .getByRole('link', { name: /waiting|outbox/i })
        .filter({ visible: true })
        .first()
        .click();
    },
    shows: showsText('Photos and videos on their way'),
  },
  {
    name: 'feed-photos-unsent',
    like: 'feed-member',
    goesOffline: true,
    path: '/',
    as: 'member',
    async act(stage) {
      const { page } = stage;
      await firstPost(page);
      const photos = await photosOf(page, ['steel', 'bench', 'target']);
      await stage.goOffline();
      await page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
      await writeWithPhotos(page, photos);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Post', exact: true }).click();
    },
    shows: showsText('Queued'),
  },
  {
    name: 'create-post-reducing',
    like: 'create-post-photos',
    path: '/create-post',
    as: 'member',
    before: holdReducing,
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
      const photos = await photosOf(page, ['steel', 'bench', 'target']);
      await page.locator('input[type=file]').last().setInputFiles(photos);
    },
    shows: showsText('You can post now; it goes out when they are ready.'),
  },
  {
    name: 'create-post-photo-refused',
    like: 'create-post-photos',
    path: '/create-post',
    as: 'member',
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
      const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name: 'IMG_2040.HEIC', mimeType: 'image/heic', buffer: heic });
    },
    shows: showsText('This browser cannot read HEIC photos. Choose a JPEG instead.'),
  },
  {
    name: 'create-post-photo-too-large',
    like: 'create-post-photos',
    path: '/create-post',
    as: 'member',
    async act({ page }) {
      await choose(page, await photosOf(page, ['steel']));
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name: 'panorama.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5_300_000) });
    },
    shows: showsText('Please upload an image smaller than 5MB.'),
  },
  {
    name: 'feed-photos-uploading',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: holdUploads,
    async act(stage) {
      await postPhotos(stage);
      await bringUp(stage.page, 'Sending 0%');
    },
    shows: showsText('Sending 0%'),
  },
  {
    name: 'feed-photos-cancel',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: holdUploads,
    async act(stage) {
      await postPhotos(stage);
      await stage.page.getByRole('button', { name: 'Cancel upload' }).first().click();
    },
    shows: showsText('A new post becomes a draft again.'),
  },
  {
    name: 'feed-photos-not-sent',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: refuseUploads,
    async act(stage) {
      await postPhotos(stage);
      await bringUp(stage.page, '2 photos were not sent.');
    },
    shows: showsText('2 photos were not sent.'),
  },
  {
    name: 'post-comment-photo-not-attached',
    like: 'post-member',
    path: '/',
    route: '/posts/$postId',
    as: 'member',
    before: refuseUploads,
    async act(stage) {
      await commentWithPhoto(stage);
      await bringUp(stage.page, 'Retry');
    },
    shows: showsText('Retry'),
  },
  {
    name: 'post-comment-photo-uploading',
    like: 'post-member',
    path: '/',
    route: '/posts/$postId',
    as: 'member',
    before: holdUploads,
    async act(stage) {
      await commentWithPhoto(stage);
      await bringUp(stage.page, 'Sending 0%');
    },
    shows: showsText('Sending 0%'),
  },
  {
    name: 'feed-photos-held',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: saveData,
    async act(stage) {
      await postPhotos(stage);
      await bringUp(stage.page, 'Waiting for Wi-Fi');
    },
    shows: showsText('Waiting for Wi-Fi, because data saver is on.'),
  },
  {
    name: 'create-post-photo-no-room',
    like: 'create-post-photos',
    path: '/create-post',
    as: 'member',
    before: reportNoRoom,
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles(await photosOf(page, ['steel']));
    },
    shows: showsText('Device storage is full.'),
  },
  {
    name: 'create-post-due',
    like: 'create-post-photos',
    path: '/create-post',
    as: 'member',
    before: holdReducing,
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles(await photosOf(page, ['steel', 'bench', 'target']));
      await page.getByRole('button', { name: 'Post', exact: true }).click();
    },
    shows: showsText('Posting...'),
  },
  {
    name: 'post-comment-photo',
    like: 'post-member',
    path: '/',
    route: '/posts/$postId',
    as: 'member',
    async act({ page }) {
      await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
      await page.getByLabel('Comment on this post').fill('Here is mine, from the tower.');
      await choose(page, await photosOf(page, ['range']));
    },
    shows: showsText('Location removed from 1 photo'),
  },
];
