import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPENING, syncState, updateSyncState } from '#data/device/sync-state.ts';
import { live } from '#data/replica/live.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { ttlOf } from '#data/replica/stream-ttl.ts';
import { type Source, syncedSince } from '#data/replica/streams.ts';
import { whenStore } from '#lib/store.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

let me: SignedIn;
/** Synced by hand. */
const streams = new Map<string, { open: number; ttl: number | undefined; sync: () => void }>();

beforeEach(async () => {
  me = await signIn('018f0000-0000-7000-8000-000000000001');
  syncState.set({ ...OPENING, phase: 'online' });
  // This device has no server.
  vi.spyOn(me.db, 'syncStream').mockImplementation((name, parameters) => {
    const key = `${name} ${JSON.stringify(parameters)}`;
    const first = Promise.withResolvers<void>();
    const stream = streams.get(key) ?? { open: 0, ttl: undefined, sync: first.resolve };
    streams.set(key, stream);
    return {
      name,
      parameters,
      async subscribe({ ttl }: { ttl?: number } = {}) {
        Object.assign(stream, { open: stream.open + 1, ttl, sync: first.resolve });
        return { waitForFirstSync: () => first.promise, unsubscribe: () => void (stream.open -= 1) };
      },
      // Cast: only these are used.
    } as unknown as ReturnType<typeof me.db.syncStream>;
  });
});
afterEach(async () => {
  streams.clear();
  vi.restoreAllMocks();
  await me.close();
  syncState.set(OPENING);
});

const POST: Source = { name: 'post_public', parameters: { post_id: 'p' } };
const KEY = 'post_public {"post_id":"p"}';
const tags = () =>
  live<{ id: string; tag: string }, string>({
    sql: 'SELECT id, tag FROM tags ORDER BY tag',
    decode: ({ tag }) => tag,
  });

test('a query is complete with the rows that were here when its streams had synced, in no frame before', async () => {
  const store = tags();
  const frames: string[] = [];
  const note = () => frames.push(`${store.get().rows.join()} ${store.get().complete}`);
  const stop = store.subscribe(note);
  await whenStore(store, ({ ready }) => ready);
  expect(store.get()).toMatchObject({ rows: [], complete: false });
  // The rows, and some time later the status.
  await showRow(me.db, 'tags', '1', { tag: 'steel' });
  updateSyncState({ synced: true });
  await whenStore(store, ({ complete }) => complete);
  expect(store.get()).toMatchObject({ rows: ['steel'] });
  expect(frames.filter((frame) => frame.startsWith(' true'))).toEqual([]);
  stop();
});

test('a stream that two queries need is opened once, with its lifetime, and stays between them', async () => {
  const [one, other] = [syncedSince([POST]), syncedSince([POST, 'automatic', 'unknown'])];
  const stops = [one.subscribe(() => {})];
  await vi.waitFor(() => expect(streams.get(KEY)).toMatchObject({ open: 1, ttl: 1800 }));
  // A component whose query changes does this in one task.
  stops.pop()?.();
  stops.push(
    other.subscribe(() => {}),
    one.subscribe(() => {}),
  );
  await Promise.resolve();
  expect(me.db.syncStream).toHaveBeenCalledTimes(2);
  expect(streams.get(KEY)?.open).toBe(1);
  expect(one.get()).toBe(0);
  streams.get(KEY)?.sync();
  await whenStore(one, (since) => since > 0);
  expect(other.get()).toBe(0);
  for (const stop of stops) stop();
  await vi.waitFor(() => expect(streams.get(KEY)?.open).toBe(0));
});

test.each([
  ['post_public', { post_id: 'p' }, 1800],
  ['profile', { user_id: 'u' }, 86_400],
  ['profile_posts', { user_id: 'u' }, 86_400],
  ['members', { page: 3 }, 300],
  ['members', { page: 0 }, 1800],
])('the rows of %s %j stay for %d seconds', (name, parameters, seconds) => {
  expect(ttlOf({ name, parameters })).toBe(seconds);
});
