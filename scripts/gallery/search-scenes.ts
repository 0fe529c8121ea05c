import { expect } from '../../tests/support/member.ts';
import { firstPost, showsText, type Scene, type Stage } from './scene.ts';

/** The posts of the feed are on the device. */
const searchesPosts = showsText(/On this device: [1-9]/);

/** Searches when the posts are on the device: on a new one, the server would answer first. */
const search =
  (term: string) =>
  async ({ page }: Stage): Promise<void> => {
    await firstPost(page);
    await page.goto('/search');
    await searchesPosts(page);
    // The first search builds the index.
    await page.getByRole('searchbox').fill('fog');
    await expect(page.getByRole('link', { name: /^Posts [1-9]/ })).toBeVisible();
    await expect(page.getByText('Reading what is on this device...')).toBeHidden();
    await page.getByRole('searchbox').fill(term);
    await showsText('On this device, so it works without a network.')(page);
  };

/** The search page. */
export const SEARCH_SCENES: readonly Scene[] = [
  { name: 'search', path: '/search', as: 'member', isWhole: true, shows: searchesPosts },
  {
    name: 'search-term',
    path: '/',
    route: '/search',
    as: 'member',
    leavesNothing: true,
    // In so many texts that each part is cut.
    act: search('the'),
    isWhole: true,
    shows: showsText('Found on the server'),
  },
  {
    name: 'search-offline',
    like: 'search-term',
    path: '/',
    route: '/search',
    as: 'member',
    goesOffline: true,
    isWhole: true,
    async act(stage) {
      await search('steel')(stage);
      await stage.goOffline();
    },
    shows: showsText('Found on this device'),
  },
  { name: 'search-none', like: 'tag', path: '/search?q=zzyzx', shows: showsText('Nothing found for') },
];
