import { showsText, type Scene } from './scene.ts';

/** The search page. */
export const SEARCH_SCENES: readonly Scene[] = [
  { name: 'search', path: '/search', as: 'member', isWhole: true, shows: showsText('Trending Hashtags') },
  {
    name: 'search-term',
    path: '/search?q=steel',
    as: 'member',
    isWhole: true,
    shows: showsText('Found on the server'),
  },
  { name: 'search-none', like: 'tag', path: '/search?q=zzyzx', shows: showsText('Nothing found for') },
];
