import { createStore, type Store } from '#lib/store.ts';
import { syncState } from '../device/sync-state.ts';
import { PACKED_CACHE, TAGS_CACHE } from '../device/image-cache.ts';
import { requestPersistence } from '../device/persistent-storage.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import { type Replica, replicaStore } from '../replica/replica.ts';
import type { StreamRequest } from '../replica/streams.ts';
import { RANGE_TTL } from '../replica/stream-ttl.ts';
import { accountOf, sessionStore } from '../session/session.ts';
import { loadPicture } from './load-picture.ts';
import { addressOf, changePacked, deletePictures } from './packed.ts';

/** A run that saves what may be read without signal. */
export interface Packing {
  /** streams: rows that are not synced automatically. */
  step: 'streams' | 'pictures';
  done: number;
  count: number;
  /** Of pictures, also of those that were here before. */
  bytes: number;
  /** Null while that cannot be estimated. */
  secondsLeft: number | null;
}

/** offline: the server could not be reached; full: the device has no room. */
export type PackProblem = 'offline' | 'full';

export interface PackState {
  /** What runs, or ran last: '' for range mode, or the name of a tag. */
  of: string;
  packing: Packing | null;
  problem: PackProblem | null;
}

const state = createStore<PackState>({ of: '', packing: null, problem: null });

/** Of this tab. It goes on when the page is left. */
export const packState: Store<PackState> = state;

let running: AbortController | undefined;

/** What was saved so far stays. */
export function stopPacking(): void {
  running?.abort();
}

export interface PackPlan {
  /** One after the other: what the later ones ask for depends on the rows of the earlier. */
  streams: readonly ((replica: Replica) => Promise<StreamRequest[]>)[];
  /** Addresses, the most wanted first. Asked for after the streams have synced. */
  pictures: (replica: Replica) => Promise<string[]>;
  /** Bytes of pictures at most. */
  most: number;
  /** The name of a tag. Range mode without it. */
  tag?: string;
  /** Called at the end of a complete run. By default what range mode notes. */
  keep?: (account: string, found: PackedPictures) => Promise<void>;
}

export interface PackedPictures {
  /** Their keys in the cache. */
  keys: ReadonlySet<string>;
  bytes: number;
}

/** Deletes the pictures of the run before, which nobody reads any more. */
async function keepForTheRange(account: string, { keys }: PackedPictures): Promise<void> {
  await deletePictures(PACKED_CACHE, (key) => !keys.has(key));
  await changePacked(account, { at: Date.now() });
}

const STREAMS_PATIENCE_MS = 30_000;
/** Another tab may have opened the connection long ago, and then nothing comes. */
const CATCH_UP_MS = 5_000;
/** As many as a browser loads from one host over HTTP/1.1, less two for the app. */
const AT_ONCE = 4;
/** Failures in a row after which the signal is gone. */
const MOST_FAILURES = 4;

/** Resolves when the run has ended; what happened is in `packState`. While one runs, further calls do nothing. */
export async function pack(plan: PackPlan): Promise<void> {
  const replica = replicaStore.get();
  if (running || !replica) return;
  const { tag = '', keep = keepForTheRange } = plan;
  const run = (running = new AbortController());
  const stopIfGone = sessionStore.subscribe(() => {
    if (accountOf(sessionStore.get()) !== replica.account) run.abort();
  });
  state.set({ of: tag, packing: { step: 'streams', done: 0, count: 0, bytes: 0, secondsLeft: null }, problem: null });
  let problem: PackProblem | null = null;
  try {
    // Saved for a day without signal, this must not be cleared before.
    void requestPersistence();
    await packRows(replica, plan, run.signal);
    const { isCut, ...pictures } = await packPictures(replica, plan, run.signal);
    problem = isCut ? 'offline' : null;
    if (!problem && !run.signal.aborted) await keep(replica.account, pictures);
  } catch (error) {
    if (!run.signal.aborted) console.debug('Range mode stopped.', error);
    problem = run.signal.aborted ? null : isQuotaError(error) ? 'full' : 'offline';
  } finally {
    stopIfGone();
    running = undefined;
    state.set({ of: tag, packing: null, problem });
  }
}

const progress = (part: Partial<Packing>): void => {
  const { of, packing } = state.get();
  if (packing) state.set({ of, packing: { ...packing, ...part }, problem: null });
};

async function packRows(replica: Replica, plan: PackPlan, signal: AbortSignal): Promise<void> {
  if (syncState.get().phase !== 'online') throw new Error('There is no connection.');
  // What the streams and pictures are is in rows that a device gets right after it has connected.
  await replica.caughtUp?.(AbortSignal.any([signal, AbortSignal.timeout(CATCH_UP_MS)]));
  let [done, count] = [0, 0];
  // A stream that does not come in time does not keep the pictures waiting.
  const patience = AbortSignal.any([signal, AbortSignal.timeout(STREAMS_PATIENCE_MS)]);
  for (const streams of plan.streams) {
    const requests = await streams(replica);
    progress({ count: (count += requests.length) });
    await Promise.all(
      requests.map(async (request) => {
        await extendTtl(replica, request, patience);
        if (!patience.aborted) progress({ done: (done += 1) });
      }),
    );
  }
}

/** Syncs a stream, and extends its lifetime to that of range mode, even if it was synced before. */
async function extendTtl({ db }: Replica, { name, parameters }: StreamRequest, patience: AbortSignal): Promise<void> {
  const subscription = await db.syncStream(name, parameters).subscribe({ ttl: RANGE_TTL });
  try {
    await subscription.waitForFirstSync(patience);
  } catch (error) {
    if (!patience.aborted) throw error;
  } finally {
    subscription.unsubscribe();
  }
}

async function packPictures(
  replica: Replica,
  plan: PackPlan,
  signal: AbortSignal,
): Promise<PackedPictures & { isCut: boolean }> {
  const urls = await plan.pictures(replica);
  // On a plain http address nothing opens without a server anyway.
  if (signal.aborted || !globalThis.caches) return { keys: new Set(), bytes: 0, isCut: false };
  // Forgets a run whose pictures were cleared since, before there is a cache again.
  await changePacked(replica.account, {});
  const cache = await caches.open(plan.tag === undefined ? PACKED_CACHE : TAGS_CACHE);
  const wanted = new Set<string>();
  let [next, done, bytes, failures] = [0, 0, 0, 0];
  const start = Date.now();
  const timeLeft = () => (done < 5 ? null : Math.round(((Date.now() - start) / 1000 / done) * (urls.length - done)));
  const isOver = () => signal.aborted || next >= urls.length || bytes >= plan.most || failures >= MOST_FAILURES;
  const worker = async () => {
    while (!isOver()) {
      const url = urls[next] ?? '';
      next += 1;
      const size = await loadPicture(cache, url, signal);
      if (signal.aborted) return;
      failures = size === null ? failures + 1 : 0;
      const address = addressOf(url);
      if (size !== null && address) wanted.add(address.key);
      bytes += size ?? 0;
      done += 1;
      progress({ done, bytes, secondsLeft: timeLeft() });
    }
  };
  do {
    progress({ step: 'pictures', count: urls.length, done, bytes });
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    // Posts that arrived meanwhile.
    const known = new Set(urls);
    if (!signal.aborted) urls.push(...(await plan.pictures(replica)).filter((url) => !known.has(url)));
  } while (!isOver());
  return { keys: wanted, bytes, isCut: failures >= MOST_FAILURES };
}
