import { expect } from '../../tests/support/member.ts';
import { beginPost, choose, holdReducing, photosOf, pick, writeWithPhotos } from './photo-files.ts';
import { showsText, type Scene, type Stage } from './scene.ts';

async function reportNoRoom({ page }: Stage): Promise<void> {
  await page.addInitScript(() => {
    navigator.storage.estimate = async () => ({ usage: 100_000_000, quota: 100_000_000 });
  });
}

/** Pictures in the forms of posts and comments. */
export const COMPOSER_PHOTO_SCENES: readonly Scene[] = [
  {
    name: 'create-post-photos',
    like: 'create-post-full',
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
    like: 'create-post-full',
    path: '/create-post',
    as: 'member',
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Saturday');
      await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
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
    name: 'create-post-reducing',
    like: 'create-post-full',
    path: '/create-post',
    as: 'member',
    before: holdReducing,
    async act({ page }) {
      await beginPost(page, ['steel', 'bench', 'target']);
      await expect(page.getByRole('list', { name: 'Photos of this post' }).locator('img')).toHaveCount(3);
    },
    shows: showsText('You can post now; it goes out when they are ready.'),
  },
  {
    name: 'create-post-photo-refused',
    like: 'create-post-full',
    path: '/create-post',
    as: 'member',
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
      const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
      await pick(page, { name: 'IMG_2040.HEIC', mimeType: 'image/heic', buffer: heic });
    },
    shows: showsText('This browser cannot read HEIC photos. Choose a JPEG instead.'),
  },
  {
    name: 'create-post-photo-too-large',
    like: 'create-post-full',
    path: '/create-post',
    as: 'member',
    async act({ page }) {
      await choose(page, await photosOf(page, ['steel']));
      await pick(page, { name: 'panorama.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5_300_000) });
    },
    shows: showsText('Please upload an image smaller than 5MB.'),
  },
  {
    name: 'create-post-photo-no-room',
    like: 'create-post-full',
    path: '/create-post',
    as: 'member',
    before: reportNoRoom,
    act: ({ page }) => beginPost(page, ['steel']),
    shows: showsText('Device storage is full.'),
  },
  {
    name: 'create-post-due',
    like: 'create-post-full',
    path: '/create-post',
    as: 'member',
    before: holdReducing,
    async act({ page }) {
      await beginPost(page, ['steel', 'bench', 'target']);
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
