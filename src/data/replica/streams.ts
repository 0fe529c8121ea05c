import { cacheStores } from '#lib/cache-stores.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { automatic, nextTurn } from './automatic.ts';
import { type Replica, replicaStore } from './replica.ts';
import { ttlOf } from './stream-ttl.ts';

export interface StreamRequest {
  name: string;
  parameters: Record<string, string | number>;
}

/**
 * What a query waits for: a stream of its own; 'automatic', the streams that each device of the account opens; or
 * 'everything' that was on the server when the connection was opened. 'unknown': which streams it needs is not known
 * yet.
 */
export type Source = StreamRequest | 'automatic' | 'everything' | 'unknown';

/**
 * For `onActive`: what `start` began ends only if nobody has subscribed again when the present task is over. A
 * component whose query changes unsubscribes just before it subscribes again.
 */
export function lasting(start: () => () => void): () => () => void {
  let end: (() => void) | undefined;
  let isUsed = false;
  return () => {
    isUsed = true;
    end ??= start();
    return () => {
      isUsed = false;
      queueMicrotask(() => {
        if (isUsed) return;
        end?.();
        end = undefined;
      });
    };
  };
}

interface Wait {
  /** Calls back when it has synced. */
  wait: (replica: Replica, signal: AbortSignal, onDone: () => void) => Promise<unknown>;
  /** Whether it had synced before. */
  isDone?: (replica: Replica) => boolean;
}

/** A store that is 0 until it has synced, for each database anew. It waits while the store has listeners. */
function sinceIn({ wait, isDone = () => false }: Wait): Store<number> {
  const since = createStore(0, { onActive: lasting(start) });
  /** With listeners, or of the database that is open now. */
  let replica: Replica | null = null;
  const look = () => {
    const now = replicaStore.get();
    if (now !== replica) since.set(0);
    replica = now;
    if (now && since.get() === 0 && isDone(now)) since.set(nextTurn());
  };
  let isOpen = false;
  function start(): () => void {
    let ended: AbortController | undefined;
    const follow = () => {
      ended?.abort();
      look();
      if (!replica) return;
      const { signal } = (ended = new AbortController());
      const onDone = () => signal.aborted || since.get() > 0 || since.set(nextTurn());
      wait(replica, signal, onDone).catch(
        (error: unknown) => signal.aborted || console.debug('A stream could not be opened.', error),
      );
    };
    const stop = replicaStore.subscribe(follow);
    isOpen = true;
    follow();
    return () => {
      stop();
      ended?.abort();
      isOpen = false;
      since.set(0);
    };
  }
  return {
    get() {
      // Known in the first render of a screen.
      if (!isOpen) look();
      return since.get();
    },
    subscribe: since.subscribe,
  };
}

const everything = sinceIn({
  async wait(replica, signal, onDone) {
    if (!replica.caughtUp) return;
    await replica.caughtUp(signal);
    onDone();
  },
});

const NAMED = { automatic, everything, unknown: createStore(0) };

const MOST_KEPT = 120;
const keptStream = cacheStores<Store<number>>(MOST_KEPT);

/** One subscription per stream, whoever reads it. Its rows stay after that for the seconds of `ttlOf`. */
const streamOf = (request: StreamRequest): Store<number> =>
  keptStream(JSON.stringify([request.name, request.parameters]), (count) => count(openStream(request)));

function openStream(request: StreamRequest): Store<number> {
  const { name, parameters } = request;
  return sinceIn({
    isDone: ({ db }) => db.currentStatus.forStream(db.syncStream(name, parameters))?.subscription.hasSynced === true,
    async wait({ db }, signal, onDone) {
      const stream = db.syncStream(name, parameters);
      // The later lifetime would replace that of a day for which range mode keeps the rows.
      const expiresAt = db.currentStatus.forStream(stream)?.subscription.expiresAt?.getTime() ?? 0;
      const left = Math.ceil((expiresAt - Date.now()) / 1000);
      const subscription = await stream.subscribe({ ttl: Math.max(ttlOf(request), left) });
      if (signal.aborted) return subscription.unsubscribe();
      signal.addEventListener('abort', () => subscription.unsubscribe());
      await subscription.waitForFirstSync(signal);
      onDone();
    },
  });
}

const keptList = cacheStores<Store<number>>(MOST_KEPT);

/**
 * When all of these had synced (`nextTurn`); 0 before. From then on a row of theirs that is not here does not exist,
 * for a query that begins later. They are open while the store has listeners. The same store for equal lists.
 */
export const syncedSince = (sources: readonly Source[]): Store<number> =>
  keptList(JSON.stringify(sources), (count) => {
    const stores = sources.map((source) => (typeof source === 'string' ? NAMED[source] : streamOf(source)));
    return count(deriveStore(stores, (...since: number[]) => (since.includes(0) ? 0 : Math.max(1, ...since))));
  });
