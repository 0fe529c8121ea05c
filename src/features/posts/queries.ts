import type { Comment } from '#contract/comment-row.ts';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { keyOfQuery, type Live, type Missing, useLive } from '#features/replica/use-live.ts';
import { COMMENTS_SQL } from '#features/comments/comments-sql.ts';
import { useComments } from '#features/comments/queries.ts';
import { AUTHOR_STANDING_SQL } from '#features/safety/safety-sql.ts';
import { useListedPost } from '#features/feed/listed-queries.ts';
import { type Standing, useAuthorStanding } from '#features/safety/queries.ts';
import { POST_SQL } from './post-sql.ts';
import { usePostStreams } from './stream-queries.ts';

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
  const comments = useComments(isDue ? id : null, sources);
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
