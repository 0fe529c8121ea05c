import type { SyncStreamSubscription } from '@powersync/common';
import { createStore, type Store } from '#lib/store.ts';
import { type Replica, replicaStore } from './replica.ts';

export interface StreamRequest {
  name: string;
  parameters: Record<string, string | number>;
}

/**
 * Seconds for which a stream's rows are kept after its last screen has closed: long enough for Back, short enough that a day of reading
 * stays below the service's limit of 1,000 buckets, at which all sync of the member would stop.
 */
export const STREAM_TTL_SECONDS = 1800;

/** The same for profiles, which are two small buckets each and are read again on the range. */
export const PROFILE_TTL_SECONDS = 86_400;

/**
 * Keeps streams open while the store has listeners; true once each has synced, so that a missing row does not exist. Follows the
 * account. For the pages of the feed; all other screens use `useStreams`.
 */
export function openStreams(requests: (account: Replica['session']) => StreamRequest[]): Store<boolean> {
  const confirmed = createStore(false, { onActive: start });

  function start(): () => void {
    let stop: (() => void) | undefined;
    const follow = () => {
      stop?.();
      confirmed.set(false);
      const replica = replicaStore.get();
      stop = replica ? subscribeAll(replica, requests(replica.session), () => confirmed.set(true)) : undefined;
    };
    const unfollow = replicaStore.subscribe(follow);
    follow();
    return () => {
      unfollow();
      stop?.();
    };
  }
  return confirmed;
}

/**
 * Syncs streams once and keeps their rows for `ttl` seconds. Calls `onEach` for each that has synced; resolves when all have, or
 * with `signal`.
 */
export async function warmStreams(
  { db }: Replica,
  requests: readonly StreamRequest[],
  ttl: number,
  signal: AbortSignal,
  onEach: () => void,
): Promise<void> {
  const one = async ({ name, parameters }: StreamRequest) => {
    const subscription = await db.syncStream(name, parameters).subscribe({ ttl });
    try {
      await subscription.waitForFirstSync(signal);
      onEach();
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      subscription.unsubscribe();
    }
  };
  await Promise.all(requests.map(one));
}

function subscribeAll({ db }: Replica, requests: StreamRequest[], onSynced: () => void): () => void {
  const ended = new AbortController();
  const open: SyncStreamSubscription[] = [];
  const one = async ({ name, parameters }: StreamRequest) => {
    const subscription = await db.syncStream(name, parameters).subscribe({ ttl: STREAM_TTL_SECONDS });
    if (ended.signal.aborted) return subscription.unsubscribe();
    open.push(subscription);
    await subscription.waitForFirstSync(ended.signal);
  };
  Promise.all(requests.map(one)).then(
    () => ended.signal.aborted || onSynced(),
    (error: unknown) => ended.signal.aborted || console.debug('A stream could not be opened.', error),
  );
  return () => {
    ended.abort();
    for (const subscription of open) subscription.unsubscribe();
  };
}
