import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateSyncState } from '../device/sync-state.ts';
import { publishReplica, type Replica } from '../replica/replica.ts';
import { GUEST } from '../session/session.ts';
import { loadPicture } from './load-picture.ts';
import { pack, packState } from './pack.ts';

vi.mock('./load-picture.ts', () => ({ loadPicture: vi.fn(async () => 1000) }));

let connected: PromiseWithResolvers<void>;

beforeEach(() => {
  connected = Promise.withResolvers();
  vi.stubGlobal('location', new URL('https://rangeday.example/'));
  vi.stubGlobal('caches', { has: async () => true, open: async () => ({ keys: async () => [] }) });
  updateSyncState({ phase: 'online' });
  const caughtUp = () => connected.promise;
  // Only what packing uses of a replica.
  publishReplica({ account: 'guest', session: GUEST, caughtUp } as unknown as Replica);
});
afterEach(() => {
  publishReplica(null);
  vi.unstubAllGlobals();
  vi.mocked(loadPicture).mockClear();
});

const loaded = () => vi.mocked(loadPicture).mock.calls.map(([, url]) => url);

test('pictures of posts that arrive after the connection was opened, and while others are loaded, are packed', async () => {
  const posts = ['/seed/old.jpg'];
  const run = pack({ streams: [], pictures: async () => [...posts], most: 10_000 });
  posts.push('/seed/came-with-the-connection.jpg');
  vi.mocked(loadPicture).mockImplementationOnce(async () => {
    posts.push('/seed/came-while-packing.jpg');
    return 1000;
  });
  connected.resolve();
  await run;
  expect(loaded()).toEqual(posts);
  expect(packState.get()).toEqual({ of: '', packing: null, problem: null });
});

test('no more than the chosen size is loaded, also of what arrives late', async () => {
  connected.resolve();
  let count = 0;
  const pictures = async () => Array.from({ length: (count += 20) }, (_, at) => `/seed/${at}.jpg`);
  await pack({ streams: [], pictures, most: 30_000 });
  // Four are loaded at a time.
  expect(loaded().length).toBeGreaterThanOrEqual(30);
  expect(loaded().length).toBeLessThan(34);
});

test('a stream that a screen has synced for half an hour is kept for a day', async () => {
  const subscribed: unknown[] = [];
  const db = {
    currentStatus: { forStream: () => ({ subscription: { hasSynced: true } }) },
    syncStream: (name: string, parameters: unknown) => ({
      subscribe: async ({ ttl }: { ttl: number }) => {
        subscribed.push([name, parameters, ttl]);
        return { waitForFirstSync: async () => {}, unsubscribe: () => subscribed.push('end') };
      },
    }),
  };
  // Only what packing uses of a replica.
  publishReplica({ account: 'guest', session: GUEST, db, caughtUp: async () => {} } as unknown as Replica);
  const streams = async () => [{ name: 'post', parameters: { post: 'p1' } }];
  await pack({ streams: [streams], pictures: async () => [], most: 0 });
  expect(subscribed).toEqual([['post', { post: 'p1' }, 86_400], 'end']);
  expect(packState.get().problem).toBeNull();
});
