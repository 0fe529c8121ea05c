/** A comment of the first-run seed. */
export interface SeedComment {
  /** How the post's title begins, or its text where it has none. */
  readonly on: string;
  readonly by: string;
  /** Minutes after the post. */
  readonly after: number;
  readonly text: string;
  /** Which earlier comment of the same post it answers, from 0. */
  readonly answers?: number;
  readonly likes?: number;
}

const FOG = 'Fog lifted at nine';
const GATE = 'Saturday: gate opens';
const HOLE = 'Five shots, one ragged hole';
const MATCH = 'My first steel match';
const PLATES = 'Six plates, repainted';
const POLL = 'Settle this for us';
const RULES = 'House rules';
const WALNUT = 'Walnut, forty years';

/** Of each post in the order in which they were said. */
export const COMMENTS: readonly SeedComment[] = [
  {
    on: FOG,
    by: 'old_kip',
    after: 6,
    text: 'Bay 4 is the only bay. Save me the bench on Saturday?',
    likes: 6,
  },
  {
    on: FOG,
    by: 'marge_b',
    after: 9,
    text: 'It has your name on it. In chalk, so bring the scores to defend it.',
    answers: 0,
    likes: 3,
  },
  { on: FOG, by: 'old_kip', after: 11, text: 'Ha.', answers: 1 },
  {
    on: FOG,
    by: 'pia_marsh',
    after: 14,
    text: 'Is that the path by the pond? I always end up at the clay stands. #steelchallenge',
  },
  {
    on: FOG,
    by: 'dana-k',
    after: 17,
    text: 'Left at the yellow barrel, @pia_marsh. Everyone misses it once.',
    answers: 3,
    likes: 2,
  },
  {
    on: FOG,
    by: 'sam_weller',
    after: 22,
    text: 'What a morning. I heard you two counting from the car park.',
    likes: 4,
  },
  { on: GATE, by: 'pia_marsh', after: 32, text: 'First time for me. Is there anything I should not bring?', likes: 2 },
  {
    on: GATE,
    by: 'old_kip',
    after: 41,
    text: 'Hurry. Leave it in the car, we have none to spare here.',
    answers: 0,
    likes: 11,
  },
  { on: GATE, by: 'wren_holloway', after: 95, text: 'I bring the second thermos.', likes: 5 },
  { on: GATE, by: 'jojo.clays', after: 140, text: 'And I the biscuits. Twenty-two of them, out of twenty-five.' },
  { on: POLL, by: 'benchrest_bo', after: 8, text: 'The thermos is never forgotten. It is lent, and not returned.' },
  { on: POLL, by: 'tully.sporting', after: 12, text: 'I know whose shelf it is on.', answers: 0, likes: 3 },
  { on: PLATES, by: 'jojo.clays', after: 25, text: 'What paint is that? Ours peels by the third relay.' },
  {
    on: PLATES,
    by: 'dana-k',
    after: 48,
    text: 'The cheap one. The trick is to wait an hour between the coats, and nobody ever does.',
    answers: 0,
    likes: 7,
  },
  { on: WALNUT, by: 'mr_tibbets', after: 33, text: 'You should hear what it says about the screw.', likes: 4 },
  { on: WALNUT, by: 'old_kip', after: 70, text: 'Forty years of oil is the right amount.', likes: 9 },
  { on: HOLE, by: 'marge_b', after: 15, text: 'I believe you. I was at bench 3.', likes: 8 },
  { on: HOLE, by: 'benchrest_bo', after: 16, text: 'You said you saw nothing.', answers: 0, likes: 12 },
  { on: HOLE, by: 'marge_b', after: 18, text: 'I saw one hole.', answers: 1, likes: 17 },
  { on: MATCH, by: 'dana-k', after: 20, text: 'You kept the muzzle where it belongs all day. Speed comes.', likes: 14 },
  { on: MATCH, by: 'marge_b', after: 44, text: 'Safe is the score that counts. See you at the next one.', likes: 9 },
  { on: MATCH, by: 'sam_weller', after: 61, text: 'I was slower, and it was my sixth.', likes: 10 },
  { on: RULES, by: 'ferris_oakes', after: 50, text: 'One breath. I tried it, it works.', likes: 6 },
  { on: 'Found a box of wadcutters', by: 'benchrest_bo', after: 19, text: 'Please keep the box. I collect the smell.' },
  {
    on: 'Zero held after',
    by: 'marge_b',
    after: 35,
    text: 'Dry paper is behind the counter, second drawer.',
    likes: 1,
  },
  {
    on: 'First ten of the winter',
    by: 'lanternlight',
    after: 28,
    text: 'The fridge is where the good ones go.',
    likes: 2,
  },
];

/** Public posts from before this log begins, by author: what a rank is made of. */
export const EARLIER_POSTS: Readonly<Record<string, number>> = {
  old_kip: 83,
  marge_b: 71,
  rangeday: 58,
  'tully.sporting': 34,
  'dana-k': 27,
  sam_weller: 16,
  benchrest_bo: 13,
  ferris_oakes: 9,
};
