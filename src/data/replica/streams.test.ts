import { afterEach, expect, test, vi } from 'vitest';
import { publishReplica, type Replica } from './replica.ts';
import { RANGE_TTL, SHORT_TTL } from './stream-ttl.ts';
import { syncedSince } from './streams.ts';

afterEach(() => publishReplica(null));

test.each([
  ['keeps the rest of the day for which it is packed', RANGE_TTL - 3600],
  ['has half an hour if it was not packed', undefined],
])('a stream that a screen opens %s', async (_, secondsLeft) => {
  const expiresAt = secondsLeft === undefined ? null : new Date(Date.now() + secondsLeft * 1000);
  const subscribe = vi.fn(async () => ({ unsubscribe() {}, waitForFirstSync: async () => {} }));
  const db = {
    currentStatus: { forStream: () => ({ subscription: { hasSynced: false, expiresAt } }) },
    syncStream: () => ({ subscribe }),
  };
  // Only what a stream uses of a replica.
  publishReplica({ account: 'guest', db } as unknown as Replica);
  const stop = syncedSince([{ name: 'thread', parameters: { id: String(secondsLeft) } }]).subscribe(() => {});
  await vi.waitFor(() => expect(subscribe).toHaveBeenCalledOnce());
  // The mock declares no parameters.
  const [[{ ttl }]] = subscribe.mock.calls as unknown as [[{ ttl: number }]];
  expect(Math.abs(ttl - (secondsLeft ?? SHORT_TTL))).toBeLessThan(2);
  stop();
});

test('what no screen reads any more is not kept for ever', () => {
  const idle = (id: number) => syncedSince([{ name: 'thread', parameters: { id: `idle-${id}` } }]);
  const read = idle(0);
  const stop = read.subscribe(() => {});
  const first = idle(1);
  expect(idle(1)).toBe(first);
  for (let id = 2; id < 200; id += 1) idle(id);
  expect(idle(0)).toBe(read);
  expect(idle(1)).not.toBe(first);
  stop();
});
