import type { Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import type { Stage } from './scene.ts';

/* What scenes with pictures and videos share. */

/** EXIF with a GPS directory: as a phone stores a photo. */
const LOCATION = Buffer.from(
  'ffe100344578696600004d4d002a00000008000188250004000000010000001a00000000000100010002000000024e00000000000000',
  'hex',
);

/** Pictures of the seed as photos. */
export async function photosOf(page: Page, names: readonly string[]) {
  const encoded = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async (name) => {
          const image = new Image();
          image.src = `/seed/${name}.webp`;
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

type PickedFiles = Parameters<ReturnType<Page['locator']>['setInputFiles']>[0];

/** Gives files to the form. Does not wait until they are reduced, or refused. */
export const pick = (page: Page, files: PickedFiles): Promise<void> =>
  page.locator('input[type=file]').last().setInputFiles(files);

/** A post with photos that are not reduced yet. */
export async function beginPost(page: Page, pictures: Parameters<typeof photosOf>[1]): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
  await pick(page, await photosOf(page, pictures));
}

export async function choose(page: Page, photos: Photos): Promise<void> {
  await pick(page, photos);
  await expect(page.getByText('Location removed from')).toBeVisible();
}

export async function writeWithPhotos(page: Page, photos: Photos): Promise<void> {
  await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
  await choose(page, photos);
  await page.getByRole('button', { name: 'Describe photo 1' }).click();
  await page.getByLabel('Description').fill('Six white plates hang on a rail');
}

/** The worker that reduces photos gets nothing to reduce. */
export async function holdReducing({ page }: Stage): Promise<void> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage as (this: Worker, ...args: unknown[]) => void;
    Worker.prototype.postMessage = function send(this: Worker, ...args: unknown[]) {
      const [message] = args;
      const isPicture =
        typeof message === 'object' && message !== null && 'task' in message && message.task === 'picture';
      if (!isPicture) post.apply(this, args);
    };
  });
}

export async function saveData({ page }: Stage): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('rangeday-settings', '{"dataSaver":true}'));
}

/** Below the fold of a phone the state would be in no picture. */
export const bringUp = (page: Page, text: string | RegExp) =>
  page
    .getByText(text)
    .filter({ visible: true })
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'center' }));
