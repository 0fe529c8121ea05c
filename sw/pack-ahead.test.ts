import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packedKey } from '#data/device/account-keys.ts';
import { removeKey, writeKey } from '#data/device/kv.ts';
import { PACK_MESSAGE, PACK_TAG } from '#data/range/due.ts';

const pages: { postMessage: (message: unknown) => void }[] = [];
const showNotification = vi.fn(async () => {});
let fire: (tag: string) => Promise<unknown>;

beforeEach(async () => {
  pages.length = 0;
  showNotification.mockClear();
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('self', {
    addEventListener: (_: string, listener: (event: unknown) => void) => {
      fire = async (tag) => {
        let work: unknown;
        listener({ tag, waitUntil: (promise: unknown) => (work = promise) });
        return work;
      };
    },
    clients: { matchAll: async () => pages },
    registration: { showNotification },
  });
  await removeKey(packedKey('guest'));
  (await import('./pack-ahead.ts')).packAhead();
});
afterEach(() => vi.unstubAllGlobals());

const everyDay = { weekdays: [0, 1, 2, 3, 4, 5, 6], at: null };

test('before a chosen day an open page packs, and without one a notification asks to open the app', async () => {
  await writeKey(packedKey('guest'), everyDay);
  await fire(PACK_TAG);
  expect(showNotification).toHaveBeenCalledWith('A range day is near', expect.objectContaining({ tag: PACK_TAG }));
  const postMessage = vi.fn();
  pages.push({ postMessage });
  await fire(PACK_TAG);
  expect(postMessage).toHaveBeenCalledWith(PACK_MESSAGE);
  expect(showNotification).toHaveBeenCalledTimes(1);
});

test('nothing is shown without a day, after a run, without permission, or at another event', async () => {
  await fire(PACK_TAG);
  await writeKey(packedKey('guest'), { ...everyDay, at: Date.now() });
  await fire(PACK_TAG);
  await writeKey(packedKey('guest'), everyDay);
  await fire('another');
  vi.stubGlobal('Notification', { permission: 'default' });
  await fire(PACK_TAG);
  expect(showNotification).not.toHaveBeenCalled();
});
