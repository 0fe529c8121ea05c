import { useState } from 'react';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { type Missing, useLive, useSources } from '#features/replica/use-live.ts';
import { SAVED_IDS_SQL, SAVED_POSTS_SQL } from './saved-sql.ts';

/** The newest come with the automatic stream `saved`; older ones on demand, this many at a time. */
const AUTOMATIC = 30;
const MORE = 20;

export interface SavedPosts {
  posts: readonly FeedPost[];
  /** Saved posts that are not shown, although they are all here. */
  hidden: number;
  /** Older ones are loading or wait for a connection. */
  isLoadingOlder: boolean;
  /** Posts that are not here are not saved, or cannot be read. */
  complete: boolean;
  missing: Missing;
  showOlder: () => void;
}

const toPostId = (row: { id: string; post_id: string }): string => row.post_id;

/** The member's saved posts, the last saved one first. */
export function useSavedPosts(): SavedPosts {
  const [olderCount, setOlderCount] = useState(0);
  const ids = useLive({ sql: SAVED_IDS_SQL, decode: toPostId });
  const older = ids.rows.slice(AUTOMATIC, AUTOMATIC + olderCount);
  const streams = older.map((post_id) => ({ name: 'saved_post', parameters: { post_id } }));
  const areOlderHere = useSources(streams);
  const { rows, complete, missing } = useLive<FeedRow, FeedPost>({
    sql: SAVED_POSTS_SQL,
    decode: toFeedPost,
    sources: ['automatic', ...streams],
  });
  const isEnd = AUTOMATIC + olderCount >= ids.rows.length;
  return {
    posts: rows,
    hidden: complete && isEnd ? ids.rows.length - rows.length : 0,
    isLoadingOlder: !isEnd || !areOlderHere,
    complete: complete && ids.complete,
    missing,
    showOlder: () => !isEnd && areOlderHere && setOlderCount(olderCount + MORE),
  };
}
