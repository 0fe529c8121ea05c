import { useState } from 'react';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { syncState, type SyncState } from '#data/device/sync-state.ts';
import { useRows } from '#features/replica/use-rows.ts';
import { useStreams } from '#features/replica/use-streams.ts';
import { useStore } from '#lib/use-store.ts';
import { SAVED_IDS_SQL, SAVED_POSTS_SQL } from './saved-sql.ts';

/** The newest ones come with the automatic stream `saved`, as in the database; older ones one by one, this many at a time. */
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
  phase: SyncState['phase'];
  showOlder: () => void;
}

const toPostId = (row: { id: string; post_id: string }): string => row.post_id;

/** The member's saved posts, the last saved one first. Only below ReplicaGate. */
export function useSavedPosts(): SavedPosts {
  const { phase, synced } = useStore(syncState);
  const [olderCount, setOlderCount] = useState(0);
  const ids = useRows({ sql: SAVED_IDS_SQL, decode: toPostId, isSynced: synced });
  const older = ids.rows.slice(AUTOMATIC, AUTOMATIC + olderCount);
  const areOlderHere = useStreams(older.map((post_id) => ({ name: 'saved_post' as const, parameters: { post_id } })));
  const { rows, complete } = useRows<FeedRow, FeedPost>({
    sql: SAVED_POSTS_SQL,
    decode: toFeedPost,
    isSynced: synced && areOlderHere,
  });
  const isEnd = AUTOMATIC + olderCount >= ids.rows.length;
  return {
    posts: rows,
    hidden: complete && isEnd ? ids.rows.length - rows.length : 0,
    isLoadingOlder: !isEnd || !areOlderHere,
    complete: complete && ids.complete,
    phase,
    showOlder: () => !isEnd && areOlderHere && setOlderCount(olderCount + MORE),
  };
}

/** While no database is open. */
export const usePhase = (): SyncState['phase'] => useStore(syncState).phase;
