import { expect } from '../../tests/support/member.ts';
import { showsText, type Scene } from './scene.ts';

/** The gif picker of the composer. */
export const GIF_SCENES: readonly Scene[] = [
  {
    name: 'create-post-gif',
    path: '/create-post',
    as: 'member',
    leavesDraft: true,
    async act({ page }) {
      await page.getByRole('button', { name: 'Add a GIF' }).click();
    },
    shows: (page) => expect(page.getByRole('button', { name: 'Coffee' })).toBeVisible(),
  },
  {
    name: 'create-post-gif-error',
    like: 'create-post-gif',
    path: '/create-post',
    as: 'member',
    async act({ page }) {
      const open = page.getByRole('button', { name: 'Add a GIF' });
      await expect(open).toBeVisible();
      await page.route('**/functions/v1/gifs', (route) => route.abort());
      await open.click();
      await page.getByPlaceholder('Search GIFs...').fill('steel');
    },
    shows: showsText('Error loading GIFs. Try again?'),
  },
  {
    name: 'create-post-gif-offline',
    like: 'create-post-gif',
    path: '/create-post',
    as: 'member',
    goesOffline: true,
    async act(stage) {
      const open = stage.page.getByRole('button', { name: 'Add a GIF' });
      await expect(open).toBeVisible();
      await stage.goOffline();
      await showsText('Will send automatically')(stage.page);
      await open.click();
    },
    shows: showsText('GIFs load when you are online.'),
  },
];
