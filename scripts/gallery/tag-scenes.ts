import { showsText, type Scene } from './scene.ts';

/** The page of a hashtag. */
export const TAG_SCENES: readonly Scene[] = [
  {
    name: 'tag',
    path: '/tags/steelchallenge',
    route: '/tags/$tag',
    as: 'member',
    isWhole: true,
    shows: showsText('Six plates, repainted'),
  },
  {
    name: 'tag-comments',
    like: 'tag',
    path: '/tags/steelchallenge',
    as: 'member',
    async act({ page }) {
      await page.getByText('Is that the path by the pond?').scrollIntoViewIfNeeded();
    },
    shows: showsText('Is that the path by the pond?'),
  },
  {
    name: 'tag-offline',
    like: 'tag',
    path: '/tags/steelchallenge',
    as: 'member',
    goesOffline: true,
    async act(stage) {
      await showsText('Six plates, repainted')(stage.page);
      await stage.goOffline();
    },
    shows: showsText('Offline'),
  },
  {
    name: 'tag-packed',
    like: 'tag',
    path: '/tags/steelchallenge',
    as: 'member',
    async act({ page }) {
      await page.getByRole('button', { name: 'Pack #steelchallenge' }).click();
    },
    shows: showsText(/^Packed .* · \d+ posts?/),
  },
  {
    name: 'tag-empty',
    like: 'tag',
    path: '/tags/nobody_used_this',
    shows: showsText('No posts with #nobody_used_this yet.'),
  },
];
