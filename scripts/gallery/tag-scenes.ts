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
    name: 'tag-empty',
    like: 'tag',
    path: '/tags/nobody_used_this',
    shows: showsText('No posts with #nobody_used_this yet.'),
  },
];
