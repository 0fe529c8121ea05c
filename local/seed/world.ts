import { createHash } from 'node:crypto';
import { v5 } from 'uuid';
import { chance, draw } from './chance.ts';
import { FRIENDSHIPS, OFFICIAL, PEOPLE, type SeedPerson, YEAR_FRIENDS, YEAR_PEOPLE } from './people.ts';
import { type SeedPost, WEEK_POSTS, YEAR_POSTS } from './posts.ts';

export const SEED_NAMESPACE = '6f1c1f0e-52a4-5d0b-9a0e-5a7e0f1d2c3b';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * week: twelve members with the posts of a week. year: about sixty with the posts of a year, messages, requests and
 * work for staff.
 */
export type Examples = 'week' | 'year';

/** The id of a seeded person: the same in every backend, so that tests and links can use it. */
export const personId = (username: string): string => v5(`person:${username}`, SEED_NAMESPACE);
export const seedId = (name: string): string => v5(name, SEED_NAMESPACE);

/** A version 7 UUID of a post's time and words, so that seeded ids sort like real ones. */
function postId(at: Date, words: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const rest = createHash('sha256').update(words).digest('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-a${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

interface Friendship {
  readonly pair: readonly [string, string];
  readonly since: Date;
}

/** A post with its id and its time. `readers`: who may vote and like, by name. */
export interface DatedPost extends SeedPost {
  readonly id: string;
  readonly at: Date;
  readonly readers: readonly string[];
}

export interface SeedWorld {
  readonly examples: Examples;
  readonly now: number;
  /** Official accounts first. */
  readonly people: readonly SeedPerson[];
  readonly friendships: readonly Friendship[];
  /** Oldest first, so that feed numbers follow time. */
  readonly posts: readonly DatedPost[];
}

/** Everything is dated from `now`, so that the newest post is minutes old whenever the seed runs. */
export function seedWorld(examples: Examples, now: number): SeedWorld {
  const members = examples === 'year' ? [...PEOPLE, ...YEAR_PEOPLE] : PEOPLE;
  const people = [...OFFICIAL, ...members];
  const friendships = befriend(members, now);
  const friendsOf = (name: string): string[] =>
    friendships.flatMap(({ pair: [a, b] }) => (a === name ? b : b === name ? a : []));
  const posts = (examples === 'year' ? [...WEEK_POSTS, ...YEAR_POSTS] : WEEK_POSTS)
    .map((post) => {
      const at = new Date(now - post.ago * HOUR);
      const here = members.filter((one) => one.joined * 24 >= post.ago).map((one) => one.username);
      const readers = post.marks.includes('friends') ? friendsOf(post.by) : here;
      return {
        ...post,
        at,
        id: postId(at, `post:${post.by}:${post.ago}`),
        readers: readers.filter((name) => name !== post.by),
      };
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return { examples, now, people, friendships, posts };
}

/** The named friendships, and every twentieth pair of the others. Everyone is a friend of `rangeday`. */
function befriend(members: readonly SeedPerson[], now: number): Friendship[] {
  const pairs = [...FRIENDSHIPS, ...YEAR_FRIENDS.map((name) => ['sam_weller', name] as const)];
  const named = new Set(pairs.map((pair) => pair.toSorted().join(' ')));
  const since = (a: SeedPerson, b: SeedPerson): Date =>
    new Date(now - Math.min(a.joined, b.joined) * DAY * (0.3 + 0.7 * chance('since', a.username, b.username)));
  const met = members.flatMap((a, index) =>
    members.slice(index + 1).flatMap((b) => {
      const pair = [a.username, b.username] as const;
      const isNew = !PEOPLE.includes(a) || !PEOPLE.includes(b);
      const isFriend =
        named.has(pair.toSorted().join(' ')) ||
        (isNew && isSociable(a) && isSociable(b) && chance('friends', ...pair) < 1 / 20);
      return isFriend ? [{ pair, since: since(a, b) }] : [];
    }),
  );
  const [club] = OFFICIAL;
  return [
    ...met,
    ...members.map((one) => ({
      pair: [one.username, club?.username ?? ''] as const,
      since: new Date(now - one.joined * DAY),
    })),
  ];
}

/** The spammer and the members of the friend requests have no friends by chance. */
const isSociable = ({ username }: SeedPerson): boolean =>
  !/^(deals4u|loud_larry|hollis_p|marisol|chen_wei|thorunn)/.test(username);

/** A time after `from`, soon rather than late, and not after `now`. */
export function soonAfter(from: Date, now: number, reason: string): Date {
  const room = Math.min(now - from.getTime(), 6 * DAY);
  return new Date(from.getTime() + room * chance('when', reason) ** 3);
}

/** Votes on a post: who, and up or down. */
export const votersOf = ({ id, readers, liked, by, ago }: DatedPost): { name: string; value: 1 | -1 }[] =>
  draw(readers, Math.round((readers.length * liked) / 100), `vote:${by}:${ago}`).map((name) => ({
    name,
    value: chance('down', id.slice(14), name) < 0.03 ? -1 : 1,
  }));

/** The chosen option of everyone who answers the poll of a post. */
export function answersOf({ poll, readers, by, ago }: DatedPost): { name: string; option: number }[] {
  if (!poll) return [];
  return draw(readers, Math.round(readers.length * 0.7), `poll:${by}:${ago}`).map((name) => ({
    name,
    // The first options more often.
    option: Math.floor(poll.options.length * chance('option', by, ago, name) ** 1.6),
  }));
}
