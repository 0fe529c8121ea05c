import { PEOPLE } from '../people.ts';
import { WEEK_POSTS as POSTS } from '../posts.ts';

/** Names and texts for the members of `npm run seed`, mixed from those of the first-run seed. */
export const FIRST_NAMES = [
  ...PEOPLE.flatMap((person) => person.first ?? []),
  ...'Ada Abel Alma Amos Anya Arlo Bea Cal Clem Cora Della Dov Edie Elias Etta Ezra Faye Flint Gus Hattie Ida Ike Inez Ivo'.split(
    ' ',
  ),
  ...'Joss June Kit Lark Lena Linus Lou Mabel Milo Moss Nell Ned Odell Opal Otis Pearl Quinn Rafe Rhea Roy Ruth Silas Theo Una Vera Wes Zeb'.split(
    ' ',
  ),
];

export const LAST_NAMES =
  'Ash Barlow Birch Calloway Dunn Eads Fenn Garner Hale Ives Judd Keller Lowe Mercer Nye Orr Pratt Quill Rowe Sayer Tate Usher Vance Weir Yates'.split(
    ' ',
  );

/** The second half of a username. */
export const THINGS =
  'plates berm brass lantern thermos clays bench walnut relay slug_line gravel fencepost cedar kettle dusk target_shed sling notch paster tripod windflag creek gate ledger oilcan'.split(
    ' ',
  );

export const PLACES = [...new Set(PEOPLE.flatMap((person) => person.city ?? []))];

export const ABOUTS = PEOPLE.flatMap((person) => person.about ?? []);

export const TITLES = POSTS.flatMap((post) => post.title ?? []);

/** Single sentences without tags and mentions of seeded people: both are added in known shares. */
export const SENTENCES = POSTS.flatMap((post) => post.text?.match(/[^.?!]+[.?!]+/g) ?? [])
  .map((sentence) => sentence.trim())
  .filter((sentence) => !/[#@]/.test(sentence));

/** Most used first. */
export const TAGS =
  'rangeday steelchallenge reloading zeroday clays rimfire coldrange benchrest airpistol gunshow-dayton firstmatch dryfire nightleague walnut brass safetyfirst ohio saturdaycrew sporting trap'.split(
    ' ',
  );

export const PICTURES = [...new Set(POSTS.flatMap((post) => post.files.map((file) => `/seed/${file}.webp`)))];

export const REPLIES = [
  'Well shot.',
  'Save me a seat.',
  'Coffee is on me.',
  'I was on bay 4 and heard it.',
  'Same here, twice.',
  'Count me in for Saturday.',
  'That is a fine card.',
  'Which bench?',
  'My dog agrees.',
  'Thank you for saying it out loud.',
  'I have a spare one in the truck.',
  'Tell us how it went.',
];
