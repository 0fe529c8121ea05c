import { expect } from '../../tests/support/member.ts';
import { postCalled } from './post-scenes.ts';
import { showsText, type Scene } from './scene.ts';
import type { World } from './worlds.ts';

const ROUTE = '/fullscreenimagemodal';
const picturesOf = (start: string) => async (world: World) =>
  `${ROUTE}?post=${(await postCalled(start)(world)).split('/').at(-1)}`;

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
    name: 'post-pictures-held-back',
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
    async act({ page }) {
      const buffer = Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="640"><rect width="900" height="640" fill="#7a8550"/><circle cx="450" cy="320" r="200" fill="#17212b"/></svg>',
      );
      await page.locator('input[type=file]').last().setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer });
    },
    shows: (page) => expect(page.getByRole('dialog', { name: 'Profile picture' })).toBeVisible(),
  },
];
