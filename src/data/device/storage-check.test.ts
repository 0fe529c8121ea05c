import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPENING, syncState } from './sync-state.ts';
import { checkStorage } from './storage-check.ts';

const { put } = IDBObjectStore.prototype;

beforeEach(() => syncState.set(OPENING));
afterEach(() => {
  IDBObjectStore.prototype.put = put;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function failWith(name: string): void {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('no', name);
  };
}

test('storage that refuses a value keeps nothing, until it accepts one', async () => {
  failWith('SecurityError');
  await checkStorage();
  expect(syncState.get()).toMatchObject({ fleeting: true, trouble: null });
  IDBObjectStore.prototype.put = put;
  await checkStorage();
  expect(syncState.get()).toMatchObject({ fleeting: false, trouble: null });
});

test('a full device is not a browser that keeps nothing', async () => {
  failWith('QuotaExceededError');
  await checkStorage();
  expect(syncState.get()).toMatchObject({ fleeting: false, trouble: 'full' });
});

test('a window that refuses files keeps nothing after it is closed', async () => {
  const getDirectory = vi.fn<() => Promise<unknown>>().mockRejectedValue(new DOMException('no', 'SecurityError'));
  vi.stubGlobal('navigator', { storage: { getDirectory } });
  await checkStorage();
  expect(syncState.get()).toMatchObject({ fleeting: true, trouble: null });
  // Files that do not open at the moment say nothing about the rest.
  getDirectory.mockRejectedValue(new DOMException('no', 'UnknownError'));
  await checkStorage();
  expect(syncState.get()).toMatchObject({ fleeting: false, trouble: null });
});
