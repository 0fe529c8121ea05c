import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openInTime } from './late-shared-worker.ts';
import { OpenTimeout } from './open-timeout.ts';
import { isSharedWorkerEnabled } from './shared-worker.ts';

/** Opens nothing, and fails in the shared worker. */
function opener(failure: Error) {
  const tried: boolean[] = [];
  const open = (isShared: boolean): Promise<string> => {
    tried.push(isShared);
    return isShared ? Promise.reject(failure) : Promise.resolve('open');
  };
  return { tried, open };
}

test('a database that does not open in the shared worker in time opens without it, at once in later starts', async () => {
  const other = opener(new Error('no such file'));
  await expect(openInTime('ann', true, other.open)).rejects.toThrow('no such file');
  expect(other.tried).toEqual([true]);
  expect(isSharedWorkerEnabled()).toBe(true);

  const late = opener(new OpenTimeout('late'));
  expect(await openInTime('ann', true, late.open)).toBe('open');
  expect(late.tried).toEqual([true, false]);
  // Its page syncs, too.
  expect(isSharedWorkerEnabled()).toBe(false);

  const next = opener(new OpenTimeout('late'));
  expect(await openInTime('bob', true, next.open)).toBe('open');
  expect(next.tried).toEqual([false]);
});
