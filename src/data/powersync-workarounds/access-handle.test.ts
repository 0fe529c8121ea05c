import { beforeEach, expect, test, vi } from 'vitest';
import { openAccessHandle, removeFolder } from './access-handle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const inUse = () => new DOMException('There is another open Access Handle.', 'NoModificationAllowedError');

/** A file that an ended worker keeps open for some milliseconds. */
const fileInUse = (ms: number) => {
  const end = Date.now() + ms;
  return { createSyncAccessHandle: async () => (Date.now() < end ? Promise.reject(inUse()) : 'handle') };
};

test('a file that an ended worker still has open is opened as soon as it is released', async () => {
  const opened = openAccessHandle(fileInUse(300));
  await vi.advanceTimersByTimeAsync(320);
  expect(await opened).toBe('handle');
});

test('a file that stays open elsewhere is refused after 3 s', async () => {
  const refused = expect(openAccessHandle(fileInUse(60_000))).rejects.toThrow('another open Access Handle');
  await vi.advanceTimersByTimeAsync(3100);
  await refused;
});

test('temporary files that an ended worker still has open are deleted as soon as they are released', async () => {
  const deleted: string[] = [];
  const file = fileInUse(300);
  const root = { removeEntry: async (name: string) => void (await file.createSyncAccessHandle(), deleted.push(name)) };
  const removed = removeFolder(root, '.ahp-1');
  await vi.advanceTimersByTimeAsync(280);
  expect(deleted).toEqual([]);
  await vi.advanceTimersByTimeAsync(40);
  await removed;
  expect(deleted).toEqual(['.ahp-1']);
});

test('any other error is reported at once', async () => {
  const failing = { createSyncAccessHandle: () => Promise.reject(new DOMException('No.', 'NotFoundError')) };
  await expect(openAccessHandle(failing)).rejects.toThrow('No.');
});
