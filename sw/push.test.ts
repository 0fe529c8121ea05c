import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { PushPayload } from '#contract/push.ts';
import { SESSION_KEY, writeKey } from '#data/device/kv.ts';

type Listener = (event: { data: unknown; waitUntil: (work: Promise<void>) => unknown }) => void;

const listeners = new Map<string, Listener>();
const shown: { title: string; options: NotificationOptions & { renotify?: boolean } }[] = [];
const closed: string[] = [];
const scope = {
  addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
  clients: { matchAll: async () => [] as unknown[] },
  navigator: { setAppBadge: vi.fn(async () => {}) },
  registration: {
    // As browsers do it.
    async showNotification(title: string, options: (typeof shown)[number]['options']) {
      if (options.renotify && !options.tag) throw new TypeError('renotify needs a tag');
      shown.push({ title, options });
    },
    getNotifications: async ({ tag }: { tag: string }) => [{ close: () => closed.push(tag) }],
  },
};
vi.stubGlobal('self', scope);
(await import('./push.ts')).handlePushes();

const ME = '018f0000-0000-7000-8000-000000000001';
const payload: PushPayload = {
  to: ME,
  title: 'New message',
  body: 'New message from @marge_b',
  url: '/messages/bob',
  tag: 'message:bob',
  kind: 'message',
  id: 'one',
  from: 'bob',
  unread: 3,
};

beforeEach(async () => {
  shown.length = 0;
  closed.length = 0;
  scope.clients.matchAll = async () => [];
  scope.navigator.setAppBadge = vi.fn(async () => {});
  await writeKey(SESSION_KEY, { kind: 'member', userId: ME });
});

/** As the browser delivers it; null is a push without a content, as after a failed decryption. */
async function push(data: string | null): Promise<void> {
  let done = Promise.resolve();
  const message = data === null ? null : { json: () => JSON.parse(data) as unknown };
  listeners.get('push')?.({ data: message, waitUntil: (work) => (done = work) });
  await done;
}

test('a push shows itself, once, with its buttons and the badge', async () => {
  await push(JSON.stringify(payload));
  expect(shown).toMatchObject([{ title: 'New message', options: { body: payload.body, tag: payload.tag } }]);
  expect(scope.navigator.setAppBadge).toHaveBeenCalledWith(3);
});

const UNKNOWN = 'Rangeday: something new';
test.each([
  ['without a content', null],
  ['empty', ''],
  ['no JSON', 'New message from @marge_b'],
  ['no object', 'null'],
  ['a list', '[]'],
  ['without fields', '{}'],
  ['with a number as its title', JSON.stringify({ ...payload, title: 1 })],
  ['with an address of another site', JSON.stringify({ ...payload, url: '//example.com/x' })],
  ['that the browser refuses to show', JSON.stringify({ ...payload, tag: '' })],
  ['for another account', JSON.stringify({ ...payload, to: 'ann' })],
])('a push %s shows once that there is news, and names nobody', async (_which, data) => {
  await push(data);
  expect(shown.map(({ title }) => title)).toEqual([UNKNOWN]);
  expect(JSON.stringify(shown)).not.toMatch(/marge_b|ann|bob/);
  expect(scope.navigator.setAppBadge).not.toHaveBeenCalled();
});

test('after a log-out, and where the session cannot be read, it shows that there is news', async () => {
  await writeKey(SESSION_KEY, { kind: 'guest' });
  await push(JSON.stringify(payload));
  expect(shown.map(({ title }) => title)).toEqual([UNKNOWN]);
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('The storage is broken.', 'UnknownError');
  });
  await push(JSON.stringify(payload));
  expect(broken).toHaveBeenCalled();
  broken.mockRestore();
  expect(shown.map(({ title }) => title)).toEqual([UNKNOWN, UNKNOWN]);
});

test('where a step fails that is not the notification, there is still one', async () => {
  scope.clients.matchAll = async () => Promise.reject(new Error('no windows'));
  await push(JSON.stringify(payload));
  expect(shown.map(({ title }) => title)).toEqual([UNKNOWN]);
  scope.clients.matchAll = async () => [];
  scope.navigator.setAppBadge = vi.fn(async () => Promise.reject(new Error('no badge')));
  await push(JSON.stringify(payload));
  expect(shown.map(({ title }) => title)).toEqual([UNKNOWN, 'New message']);
});

test('what is on screen is shown without a sound and closed', async () => {
  const tab = {
    visibilityState: 'visible',
    postMessage: (_message: unknown, [port]: MessagePort[]) => port?.postMessage(true),
  };
  scope.clients.matchAll = async () => [tab];
  await push(JSON.stringify(payload));
  expect(shown).toMatchObject([{ title: 'New message', options: { silent: true } }]);
  expect(closed).toEqual([payload.tag]);
});

test('pushes in a row show one notification each', async () => {
  await Promise.all([JSON.stringify(payload), 'broken', JSON.stringify({ ...payload, tag: 'b' }), null].map(push));
  expect(shown.map(({ title }) => title)).toEqual(['New message', UNKNOWN, 'New message', UNKNOWN]);
});
