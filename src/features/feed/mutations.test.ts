import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { OPENING, syncState } from '#data/device/sync-state.ts';
import { publishReplica, type Replica } from '#data/replica/replica.ts';
import { refresh } from './mutations.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  publishReplica(null);
  syncState.set(OPENING);
});

test.each([
  [{ phase: 'offline' }, 'offline'],
  [{ phase: 'offline', signInNeeded: true }, 'ended'],
  [{ phase: 'online' }, 'answered'],
] as const)('after five seconds in %o the feed is refreshed: %s', async (part, result) => {
  // Cast: what a refresh calls.
  publishReplica({ flush: () => {}, check: () => {} } as unknown as Replica);
  syncState.set({ ...OPENING, ...part });
  const refreshed = refresh();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await refreshed).toBe(result);
});
