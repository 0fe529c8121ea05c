import { useState } from 'react';
import { type Comment, type CommentRow, toComment } from '#contract/comment-row.ts';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import type { Source } from '#data/replica/streams.ts';
import { sessionStore } from '#data/session/session.ts';
import { useIsStaff } from '#features/me/queries.ts';
import { keyOfQuery, type Live, type Missing, useLive } from '#features/replica/use-live.ts';
import { COMMENTS_SQL } from '#features/comments/comments-sql.ts';
import { AUTHOR_STANDING_SQL } from '#features/safety/safety-sql.ts';
import { useListedPost } from '#features/feed/listed-queries.ts';
import { type Standing, useAuthorStanding } from '#features/safety/queries.ts';
import { useStore } from '#lib/use-store.ts';
import { POST_SQL } from './post-sql.ts';

export interface OpenPost {
  post: FeedPost | null;
  /** Why there is no post. */
  missing: Missing;
  standing: Standing;
  comments: Live<Comment>;
}

/**
 * One post with its comments. Until the database has answered it is the post of a list in memory.
 * @param isDue false: only that one, without any query
 */
export function usePost(id: string, isDue = true): OpenPost {
  const listed = useListedPost(id);
  // Before the query of the post, so that it is answered first.
  const standing = useAuthorStanding(isDue ? id : null);
  const sources = usePostStreams(isDue ? id : null);
  const found = useLive<FeedRow, FeedPost>(
    isDue ? { sql: POST_SQL, parameters: [id], decode: toFeedPost, sources } : null,
  );
  const comments = useLive<CommentRow, Comment>(
    isDue ? { sql: COMMENTS_SQL, parameters: [id], decode: toComment, sources } : null,
  );
  // The list follows its rows; those of an earlier visit may be older.
  const post = (found.ready ? found.rows[0] : (listed ?? found.rows[0])) ?? null;
  return { post, missing: found.missing, standing, comments };
}

/** The keys of the queries that an opened post is made of. */
export const keysOfPost = (account: string, id: string): string[] =>
  [AUTHOR_STANDING_SQL, POST_SQL, COMMENTS_SQL].map((sql) =>
    keyOfQuery(account, { sql, parameters: [id], decode: none }),
  );

const none = () => null;

/** A list in memory has the post. */
export const useIsListed = (id: string): boolean => useListedPost(id) !== null;

/** The author of a post on this device. Parameter: the post's id. */
const AUTHOR_SQL = `SELECT id, user_id FROM posts WHERE id = ?1
  UNION ALL SELECT id, post_author_id FROM notifications WHERE data ->> '$.post_id' = ?1 AND post_author_id IS NOT NULL LIMIT 1`;

const toUserId = (row: { id: string; user_id: string | null }): string | null => row.user_id;

const MEMBER_STREAMS = ['post_own', 'post_chosen', 'post_marks'];
/** Staff read every post, also one of which only its report is on their device. */
const STAFF_STREAMS = ['staff_post'];

const NONE: readonly Source[] = [];

/** A post's streams; none for null. A friends-only post's author has one too, if their row is here. */
function usePostStreams(postId: string | null): readonly Source[] {
  const isMember = useStore(sessionStore).kind === 'member';
  const isStaff = useIsStaff();
  const { rows, ready } = useLive(postId === null ? null : { sql: AUTHOR_SQL, parameters: [postId], decode: toUserId });
  const found = isMember ? (rows[0] ?? null) : null;
  // Remembered, because the row disappears when the server removes it, and the stream must stay open to report that.
  const [asked, setAsked] = useState<{ postId: string | null; author: string } | null>(null);
  const known = isMember && asked?.postId === postId ? asked.author : null;
  const author = found ?? known;
  if (found && found !== known) setAsked({ postId, author: found });

  if (postId === null) return NONE;
  const parameters = { post_id: postId };
  const names = ['post_public', ...(isMember ? MEMBER_STREAMS : []), ...(isStaff ? STAFF_STREAMS : [])];
  return [
    ...names.map((name) => ({ name, parameters })),
    ...(author ? [{ name: 'post_private', parameters: { ...parameters, author_id: author } }] : []),
    ...(ready ? [] : ['unknown' as const]),
  ];
}
