import { readTable } from './posts.ts';

/** A fictional member of the first-run seed. */
export interface SeedPerson {
  readonly username: string;
  readonly avatar?: string;
  readonly first?: string;
  readonly last?: string;
  readonly city?: string;
  readonly state?: string;
  readonly about?: string;
  /** Days since joining. */
  readonly joined: number;
  readonly official?: true;
  readonly banner?: string;
}

/** The three reserved official accounts; `rangeday` is the one every new profile becomes a friend of. */
export const OFFICIAL: readonly SeedPerson[] = [
  {
    username: 'rangeday',
    avatar: '/seed/av7.webp',
    about: 'The club house. House rules, news from the line, and a hello to everyone new.',
    joined: 900,
    official: true,
  },
  {
    username: 'rangeday_news',
    avatar: '/seed/av7.webp',
    about: 'What changed and what is coming.',
    joined: 900,
    official: true,
  },
  {
    username: 'rangeday_support',
    avatar: '/seed/av7.webp',
    about: 'Something broken or unclear? Ask here.',
    joined: 900,
    official: true,
  },
];

export const PEOPLE: readonly SeedPerson[] = [
  {
    username: 'sam_weller',
    avatar: '/seed/av1.webp',
    first: 'Sam',
    last: 'Weller',
    city: 'Yellow Springs',
    state: 'Ohio',
    about: 'Rimfire, clays, bad puns.',
    joined: 620,
    banner: '/seed/range.webp',
  },
  {
    username: 'marge_b',
    avatar: '/seed/av2.webp',
    first: 'Marge',
    city: 'Dayton',
    state: 'Ohio',
    about: 'Range officer. Ear pro on, then we talk.',
    joined: 840,
    banner: '/seed/dusk.webp',
  },
  {
    username: 'old_kip',
    avatar: '/seed/av4.webp',
    first: 'Kip',
    city: 'Xenia',
    state: 'Ohio',
    about: 'Reloading since before it was a hobby. I open the gate on Saturdays.',
    joined: 860,
    banner: '/seed/brass.webp',
  },
  {
    username: 'tully.sporting',
    avatar: '/seed/av5.webp',
    first: 'Tully',
    city: 'Bellbrook',
    state: 'Ohio',
    about: 'Sporting clays, two dogs, one thermos.',
    joined: 510,
  },
  {
    username: 'dana-k',
    avatar: '/seed/av3.webp',
    first: 'Dana',
    last: 'K.',
    city: 'Troy',
    state: 'Ohio',
    about: 'Steel on the first Saturday. I paint the plates.',
    joined: 455,
  },
  {
    username: 'benchrest_bo',
    avatar: '/seed/av6.webp',
    first: 'Bo',
    city: 'Urbana',
    state: 'Ohio',
    about: 'One hole, eventually.',
    joined: 390,
  },
  {
    username: 'wren_holloway',
    first: 'Wren',
    city: 'Yellow Springs',
    state: 'Ohio',
    about: 'Air pistol on weeknights. Learning to breathe.',
    joined: 210,
  },
  { username: 'jojo.clays', first: 'Jo', city: 'Lebanon', state: 'Ohio', joined: 345 },
  { username: 'ferris_oakes', first: 'Ferris', about: 'I fix old stocks and drink cold coffee.', joined: 330 },
  { username: 'lanternlight', about: 'Night league scorekeeper.', joined: 296 },
  {
    username: 'pia_marsh',
    first: 'Pia',
    last: 'Marsh',
    city: 'Springfield',
    state: 'Ohio',
    about: 'New this year. Ask me how the first steel match went.',
    joined: 71,
  },
  { username: 'mr_tibbets', about: 'Collector of slings, cases and tins.', joined: 700 },
];

/** Of the examples of a year: username, first and last name, city, state, days since joining, picture, about. */
export const YEAR_PEOPLE: readonly SeedPerson[] = readTable('people.txt')
  .trim()
  .split('\n')
  .map((line) => {
    const [username = '', first, last, city, state, joined, avatar, about] = line
      .split('|')
      .map((field) => field.trim() || undefined);
    return {
      username,
      joined: Number(joined),
      ...(first && { first }),
      ...(last && { last }),
      ...(city && { city }),
      ...(state && { state }),
      ...(avatar && { avatar: `/seed/${avatar}.webp` }),
      ...(about && { about }),
    };
  });

/** Members of a year who are friends of the member whose log-in is printed. */
export const YEAR_FRIENDS: readonly string[] =
  'birdie_lane carmen_ortiz dang_minh earl_grayson anja.brandt quinn_h hattie.wynn reggie_s otis_b'.split(' ');

/** Accepted friendships, by name. Everyone is also a friend of `rangeday`. */
export const FRIENDSHIPS: readonly (readonly [string, string])[] = [
  ['sam_weller', 'marge_b'],
  ['sam_weller', 'old_kip'],
  ['sam_weller', 'dana-k'],
  ['sam_weller', 'wren_holloway'],
  ['marge_b', 'old_kip'],
  ['marge_b', 'tully.sporting'],
  ['marge_b', 'dana-k'],
  ['marge_b', 'pia_marsh'],
  ['old_kip', 'benchrest_bo'],
  ['old_kip', 'mr_tibbets'],
  ['old_kip', 'ferris_oakes'],
  ['tully.sporting', 'jojo.clays'],
  ['dana-k', 'pia_marsh'],
  ['lanternlight', 'wren_holloway'],
];
