import { v5 } from 'uuid';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
import { draw } from './chance.ts';
import { PICTURES } from './pictures.ts';
import { answersOf, DAY, personId, seedId, type SeedWorld, soonAfter, votersOf } from './world.ts';

/** Rows of one table, in the order in which they are inserted. All have the same columns. */
export interface SeedRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /**
   * For thousands of rows, whose triggers would take seconds: they are inserted without them, and this notes what
   * changes, once for each counted row.
   */
  readonly noteChanges?: string;
}

const addressOf = (file: string): string => `/seed/${file.includes('.') ? file : `${file}.webp`}`;
const pairOf = (namespace: string, one: string, user: string): string => v5(`${one}:${personId(user)}`, namespace);
const isMoving = (file: string): boolean => file.includes('.');

/**
 * What members wrote: friendships, posts with polls and pictures, comments, votes and likes. Triggers make every count
 * from them.
 */
export function activity(world: SeedWorld): SeedRows[] {
  const { posts, now } = world;
  const known = new Set(world.people.map((person) => person.username));
  const official = new Set(world.people.flatMap((person) => (person.official ? person.username : [])));
  // Of members that this seed has: an answer to one that it leaves out is left out as well.
  const comments = posts.flatMap((post) => {
    const isHere = post.comments.map(() => true);
    return post.comments.flatMap((comment, index) => {
      isHere[index] = known.has(comment.by) && (comment.answers === undefined || isHere[comment.answers] === true);
      const at = new Date(Math.min(post.at.getTime() + comment.after * 60_000, now));
      return isHere[index] ? [{ ...comment, post, at, id: seedId(`comment:${post.id}:${index}`), index }] : [];
    });
  });
  comments.sort((a, b) => a.at.getTime() - b.at.getTime() || a.index - b.index);

  return [
    {
      table: 'public.friends',
      rows: world.friendships.flatMap(({ pair: [a, b], since }) =>
        [
          [a, b],
          [b, a],
        ].map(([user = '', friend = '']) => ({
          user_id: personId(user),
          friend_id: personId(friend),
          status: 'accepted',
          in_feed: !official.has(user),
          created_at: since,
        })),
      ),
    },
    {
      table: 'public.polls',
      rows: posts.flatMap(({ id, by, poll, at }) =>
        poll
          ? [
              {
                id: seedId(`poll:${id}`),
                question: poll.question,
                options: poll.options,
                created_by: personId(by),
                created_at: at,
              },
            ]
          : [],
      ),
    },
    {
      table: 'public.posts',
      rows: posts.map(({ id, by, title, text, files, marks, poll, at }) => ({
        id,
        user_id: personId(by),
        title: title ?? null,
        description: text ?? null,
        gif_url: files.filter((file) => file.endsWith('.gif')).map(addressOf)[0] ?? null,
        video_url: files.filter((file) => file.endsWith('.webm')).map(addressOf)[0] ?? null,
        visibility: marks.includes('friends') ? 'friends' : 'public',
        sticky: marks.includes('pinned'),
        comments_locked: marks.includes('locked'),
        poll_id: poll ? seedId(`poll:${id}`) : null,
        created_at: at,
      })),
    },
    {
      table: 'public.post_images',
      rows: posts.flatMap(({ id, by, files, at }) =>
        files.flatMap((file, position) => {
          const picture = PICTURES[addressOf(file)];
          const { width, height, alt, preview } = picture ?? {};
          return isMoving(file)
            ? []
            : [
                {
                  id: seedId(`image:${id}:${position}`),
                  post_id: id,
                  user_id: personId(by),
                  url: addressOf(file),
                  position,
                  width,
                  height,
                  alt,
                  preview,
                  created_at: at,
                },
              ];
        }),
      ),
    },
    {
      table: 'public.comments',
      rows: comments.map(({ id, post, by, text, answers, at }) => ({
        id,
        post_id: post.id,
        user_id: personId(by),
        text,
        parent_id: answers === undefined ? null : seedId(`comment:${post.id}:${answers}`),
        created_at: at,
      })),
    },
    {
      table: 'public.post_votes',
      noteChanges: `select private.change_later('post', post_id, 'score', sum(value)::integer) from public.post_votes group by post_id`,
      rows: posts.flatMap((post) =>
        votersOf(post).map(({ name, value }) => ({
          id: pairOf(PAIR_NAMESPACES.post_vote, post.id, name),
          post_id: post.id,
          user_id: personId(name),
          value,
          created_at: soonAfter(post.at, now, `vote:${post.by}:${post.ago}:${name}`),
        })),
      ),
    },
    {
      table: 'public.poll_votes',
      noteChanges: `select private.change_later('poll', poll_id, option_index::text, count(*)::integer) from public.poll_votes group by poll_id, option_index`,
      rows: posts.flatMap((post) =>
        answersOf(post).map(({ name, option }) => ({
          id: pairOf(PAIR_NAMESPACES.poll_vote, seedId(`poll:${post.id}`), name),
          post_id: post.id,
          poll_id: seedId(`poll:${post.id}`),
          user_id: personId(name),
          option_index: option,
          created_at: soonAfter(post.at, now, `poll:${post.by}:${post.ago}:${name}`),
        })),
      ),
    },
    {
      table: 'public.comment_likes',
      noteChanges: `select private.change_later('like', comment_id, null, count(*)::integer) from public.comment_likes group by comment_id`,
      rows: comments.flatMap(({ id, by, post, index, likes, at }) =>
        draw(
          [...post.readers, post.by].filter((name) => name !== by && !official.has(name)),
          likes,
          `like:${post.by}:${post.ago}:${index}`,
        ).map((name) => ({
          id: pairOf(PAIR_NAMESPACES.comment_like, id, name),
          post_id: post.id,
          comment_id: id,
          user_id: personId(name),
          created_at: soonAfter(at, Math.min(now, at.getTime() + DAY), `like:${post.ago}:${index}:${name}`),
        })),
      ),
    },
  ];
}
