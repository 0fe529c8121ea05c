import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A comment of an example post. */
interface SeedComment {
  readonly by: string;
  /** Minutes after the post. */
  readonly after: number;
  readonly text: string;
  /** Which earlier comment of the post it answers, from 0. */
  readonly answers?: number;
  /** Members who like it. */
  readonly likes: number;
}

/** A post of the first-run seed. */
export interface SeedPost {
  readonly by: string;
  /** Hours before the seed runs. */
  readonly ago: number;
  /** Share of the members that may vote who do, in percent. */
  readonly liked: number;
  readonly title?: string;
  readonly text?: string;
  /** Names of files in public/seed, in order: pictures, or one gif or video. */
  readonly files: readonly string[];
  readonly marks: readonly string[];
  readonly poll?: { readonly question: string; readonly options: readonly string[] };
  readonly comments: readonly SeedComment[];
}

const HEAD = /^@(\S+) ([\d.]+)([hd]) (\d+)%((?: [a-z]+)*)(?: \| (.+))?$/;
const COMMENT = /^(>+) (\S+) (?:(\d+)h)?(?:(\d+)m)?(?: ~(\d+))?: (.+)$/;

/** A text file beside this module. */
export const readTable = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/**
 * Reads posts. The first line has author, age, share of voters, marks (friends, pinned, flagged, locked, removed) and
 * title; then come the text, `!` with files, `?` with a poll, and comments: `>` for each level, author, minutes after
 * the post, `~` likes.
 */
function parsePosts(text: string): SeedPost[] {
  return text
    .split(/\n\n+/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [head = '', ...lines] = part.trim().split('\n');
      const [, by, ago, unit, liked, marks = '', title] = HEAD.exec(head) ?? [];
      if (by === undefined) throw new Error(`An example post begins with “${head}”.`);
      const said = lines.filter((line) => line.startsWith('>'));
      const words = lines.filter((line) => !/^[>!?]/.test(line)).join('\n');
      const [question, ...options] =
        lines
          .find((line) => line.startsWith('? '))
          ?.slice(2)
          .split(' / ') ?? [];
      return {
        by,
        ago: Number(ago) * (unit === 'd' ? 24 : 1),
        liked: Number(liked),
        ...(title !== undefined && { title }),
        ...(words !== '' && { text: words }),
        files:
          lines
            .find((line) => line.startsWith('! '))
            ?.slice(2)
            .split(' ') ?? [],
        marks: marks.trim().split(' '),
        ...(question !== undefined && { poll: { question, options } }),
        comments: parseComments(said),
      };
    });
}

function parseComments(lines: readonly string[]): SeedComment[] {
  const parents: number[] = [];
  return lines.map((line, index) => {
    const [, level = '', by, hours = '0', minutes = '0', likes = '0', text] = COMMENT.exec(line) ?? [];
    if (by === undefined || text === undefined) throw new Error(`An example comment is “${line}”.`);
    parents[level.length] = index;
    const answers = parents[level.length - 1];
    const after = Number(hours) * 60 + Number(minutes);
    return { by, after, text, likes: Number(likes), ...(level.length > 1 && answers !== undefined && { answers }) };
  });
}

/** Fictional, brand-free, in the tone of people who like the morning as much as the sport. */
export const WEEK_POSTS: readonly SeedPost[] = parsePosts(readTable('week.txt'));
/** By more members, over a year. */
export const YEAR_POSTS: readonly SeedPost[] = parsePosts(readTable('year.txt'));
