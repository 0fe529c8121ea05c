import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateSyncState } from '#data/device/sync-state.ts';
import { existingUsernames } from '#data/remote/existing-usernames.ts';
import { askFor, knownNames } from './names-queries.ts';

vi.mock('#data/remote/existing-usernames.ts', () => ({ existingUsernames: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  updateSyncState({ phase: 'online' });
});
afterEach(() => vi.useRealTimers());

const ask = async (...names: string[]) => {
  askFor(names);
  await vi.advanceTimersByTimeAsync(100);
};

test('a known name is asked for again after some time, because its member may have given it up', async () => {
  vi.mocked(existingUsernames).mockResolvedValueOnce(['Wren']);
  await ask('wren', 'nobody');
  expect([...knownNames.get()]).toEqual([
    ['wren', 'Wren'],
    ['nobody', null],
  ]);
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  await ask('wren', 'nobody');
  expect(existingUsernames).toHaveBeenCalledTimes(1);

  await vi.advanceTimersByTimeAsync(2 * 60_000);
  vi.mocked(existingUsernames).mockResolvedValueOnce(['nobody']);
  await ask('wren', 'nobody');
  expect(existingUsernames).toHaveBeenCalledTimes(2);
  expect([...knownNames.get()]).toEqual([
    ['wren', null],
    ['nobody', 'nobody'],
  ]);
});
