import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { syncState, type SyncState } from '#data/device/sync-state.ts';
import { useListedPost } from '#features/feed/listed-queries.ts';
import { useRows } from '#features/replica/use-rows.ts';
import { useStore } from '#lib/use-store.ts';
import { POST_SQL } from './post-sql.ts';
import { usePostStreams } from './stream-queries.ts';

export interface OpenPost {
  post: FeedPost | null;
  /** Why there is no post: it does not exist, the server cannot be reached, or it is loading. */
  missing: 'gone' | 'offline' | 'loading';
  /** All of the post's streams have synced, so that its comments are on this device. */
  isSynced: boolean;
}

const isOffline = ({ phase }: SyncState): boolean => phase === 'offline' || phase === 'unavailable';

/** False: this browser cannot open a database, not even in memory. */
export const useHasStorage = (): boolean => useStore(syncState).phase !== 'unavailable';

/** One post. Only below ReplicaGate. */
export function usePost(id: string): OpenPost {
  const isSynced = usePostStreams(id);
  const { rows, ready, complete } = useRows<FeedRow, FeedPost>({
    sql: POST_SQL,
    parameters: [id],
    decode: toFeedPost,
    isSynced,
  });
  const listed = useListedPost(id);
  const sync = useStore(syncState);
  const missing = isOffline(sync) ? 'offline' : complete && sync.phase === 'online' ? 'gone' : 'loading';
  // The list follows its rows; those of an earlier visit may be older.
  const post = (ready ? rows[0] : (listed ?? rows[0])) ?? null;
  return { post, missing, isSynced };
}

/** The same before the database is open: the post from a list in memory. */
export function useRememberedPost(id: string): OpenPost {
  const post = useListedPost(id);
  return { post, missing: isOffline(useStore(syncState)) ? 'offline' : 'loading', isSynced: false };
}
