import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OPENING, syncState } from './sync-state.ts';
import { checkStorage } from './storage-check.ts';

const { put } = IDBObjectStore.prototype;

beforeEach(() => syncState.set(OPENING));
afterEach(() => {
  IDBObjectStore.prototype.put = put;
  vi.restoreAllMocks();
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
