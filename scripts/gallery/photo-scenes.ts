import type { Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import { postCalled } from './post-scenes.ts';
import { showsText, type Scene } from './scene.ts';
import type { World } from './worlds.ts';

const ROUTE = '/fullscreenimagemodal';
const picturesOf = (start: string) => async (world: World) =>
  `${ROUTE}?post=${(await postCalled(start)(world)).split('/').at(-1)}`;

async function choose(page: Page, label: string): Promise<void> {
  const buffer = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="640"><rect width="900" height="640" fill="#7a8550"/><circle cx="450" cy="320" r="200" fill="#17212b"/></svg>',
  );
  const input = page.getByLabel(label).and(page.locator('input'));
  await input.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer });
}

/** Pictures of posts, and the viewer. */
export const PHOTO_SCENES: readonly Scene[] = [
  {
    name: 'viewer',
    path: picturesOf('Dusk on the hundred'),
    route: ROUTE,
    shows: (page) => expect(page.getByRole('dialog').getByText('1 of 5', { exact: true })).toBeVisible(),
  },
  {
    name: 'viewer-gone',
    path: `${ROUTE}?post=018f0000-0000-7000-8000-000000000000`,
    route: ROUTE,
    shows: showsText('This picture is no longer there.'),
  },
  {
    name: 'post-pictures-deferred',
    path: postCalled('Dusk on the hundred'),
    route: '/posts/$postId',
    async before({ page }) {
      await page.addInitScript(() => localStorage.setItem('rangeday-settings', '{"dataSaver":true}'));
    },
    shows: showsText('Show picture'),
  },
  {
    name: 'profile-edit-crop',
    path: '/profile?edit=true',
    as: 'member',
    leavesNothing: true,
    act: ({ page }) => choose(page, 'Change picture'),
    shows: (page) => expect(page.getByRole('dialog', { name: 'Profile picture' })).toBeVisible(),
  },
  {
    name: 'profile-edit-crop-banner',
    like: 'profile-edit-crop',
    path: '/profile?edit=true',
    as: 'member',
    leavesNothing: true,
    act: ({ page }) => choose(page, 'Change banner'),
    shows: (page) => expect(page.getByRole('dialog', { name: 'Banner' })).toBeVisible(),
  },
  {
    name: 'profile-edit-crop-failed',
    like: 'profile-edit-crop',
    path: '/profile?edit=true',
    as: 'newcomer',
    async before({ page }) {
      // As without memory for the picture.
      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.toBlob = (done) => done(null);
      });
    },
    async act({ page }) {
      await choose(page, 'Change picture');
      await page.getByRole('button', { name: 'Use picture' }).click();
    },
    shows: showsText('This file is not a picture that this browser can open.'),
  },
];
