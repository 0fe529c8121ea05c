import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addPushAction, readPushActions, removePushActions } from '../push/push-store.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';
import { storeSession } from '../session/stored-token.ts';
import { IMAGE_CACHES } from './image-cache.ts';
import { readKey, readTogether, removeKey, writeKey } from './kv.ts';

const { put, delete: remove } = IDBObjectStore.prototype;
const pictures = new Set<string>();
const full = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

/** A device that takes nothing more while it has cached pictures. */
beforeEach(() => {
  for (const name of IMAGE_CACHES) pictures.add(name);
  vi.stubGlobal('caches', { delete: async (name: string) => pictures.delete(name) });
  IDBObjectStore.prototype.put = function (...args) {
    return pictures.size === IMAGE_CACHES.length ? full() : put.apply(this, args);
  };
  IDBObjectStore.prototype.delete = function (...args) {
    return pictures.size === IMAGE_CACHES.length ? full() : remove.apply(this, args);
  };
});
afterEach(() => {
  IDBObjectStore.prototype.put = put;
  IDBObjectStore.prototype.delete = remove;
  vi.unstubAllGlobals();
});

const stored = (key: string) => readTogether((get) => get<unknown>(key));
const reply = (id: string) =>
  ({ id, account: 'me', type: 'reply', text: 'Yes' }) as Parameters<typeof addPushAction>[0];

test('on a full device cached pictures make room for refreshed tokens and for replies', async () => {
  await storeSession({ access_token: 'new', refresh_token: 'r2', user: { id: 'me' } });
  expect(await stored(AUTH_KEY)).toContain('r2');
  expect(pictures.size).toBe(IMAGE_CACHES.length - 1);
  pictures.add(IMAGE_CACHES[0]!);
  await addPushAction(reply('a'));
  expect(await stored('push-actions')).toHaveLength(1);
});

test('on a full device a value is deleted all the same', async () => {
  pictures.clear();
  await writeKey('session', 1);
  for (const name of IMAGE_CACHES) pictures.add(name);
  await removeKey('session');
  expect(await stored('session')).toBeUndefined();
});

test('what the worker has stored later is not hidden by what this page could not store', async () => {
  pictures.clear();
  IDBObjectStore.prototype.put = put;
  await removePushActions('me');
  await addPushAction(reply('a'));
  IDBObjectStore.prototype.put = full;
  await removePushActions('me');
  expect(await readPushActions('me')).toEqual([]);
  IDBObjectStore.prototype.put = put;
  // As the worker does, whose module has a memory of its own.
  vi.resetModules();
  const worker = await import('../push/push-store.ts');
  await worker.addPushAction(reply('b'));
  expect((await readPushActions('me')).map(({ id }) => id)).toEqual(['a', 'b']);
  await addPushAction(reply('c'));
  expect(await stored('push-actions')).toHaveLength(3);
});

test('without storage a value lasts as long as the page, also one that replaces another', async () => {
  IDBObjectStore.prototype.put = full;
  pictures.clear();
  expect(await writeKey('place', { y: 1 })).toBe(false);
  expect(await writeKey('place', { y: 2 })).toBe(false);
  expect(await readKey('place')).toEqual({ y: 2 });
});
