import { afterEach, expect, test, vi } from 'vitest';
import * as timeouts from '../powersync-workarounds/open-timeout.ts';
import { replicaStore } from '../replica/replica.ts';
import { adoptSession } from '../session/session.ts';
import { closeReplica, tryAgain } from './lifecycle.ts';
import { OPENING, syncState } from '../device/sync-state.ts';

vi.mock('../powersync-workarounds/open-timeout.ts', { spy: true });

const phases: string[] = [];
syncState.subscribe(() => phases.push(syncState.get().phase));

/** A device on which every attempt to open a file ends with this error. */
function failWith(error: Error) {
  const userId = crypto.randomUUID();
  adoptSession({ kind: 'member', userId, email: '', username: null });
  syncState.set(OPENING);
  phases.length = 0;
  vi.mocked(timeouts.openWithTimeout).mockClear().mockRejectedValue(error);
  return userId;
}
/** Of the first attempt. */
const limit = () => vi.mocked(timeouts.openWithTimeout).mock.calls[0]?.[1] ?? 0;

afterEach(async () => {
  vi.mocked(timeouts.openWithTimeout).mockReset();
  await closeReplica({ wipe: true });
});

test('storage that is slow to open is called slow, is tried again with more time, and no longer called so once it is open', async () => {
  const account = failWith(new timeouts.OpenTimeout('The database did not open in time.'));
  await tryAgain();
  expect(syncState.get()).toMatchObject({ phase: 'opening', trouble: 'slow' });
  const first = limit();
  vi.mocked(timeouts.openWithTimeout).mockReset();
  await tryAgain();
  expect(limit()).toBe(2 * first);
  expect(replicaStore.get()?.account).toBe(account);
  expect(syncState.get().trouble).toBeNull();
  expect(phases).not.toContain('unavailable');
});

test('storage that refuses to open is called unavailable', async () => {
  failWith(new Error('Access to storage is not allowed.'));
  await tryAgain();
  expect(syncState.get()).toMatchObject({ phase: 'unavailable', trouble: null });
});
