import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { syncAppBadge } from './app-badge.ts';

type Set = (count: number) => void;
/** Set by the factories below. */
const unread = vi.hoisted((): Record<'messages' | 'notifications', Set> & { forget: () => void } => ({
  messages() {},
  notifications() {},
  forget() {},
}));
vi.mock('#features/messages/unread-queries.ts', async () => {
  const { createStore } = await import('#lib/store.ts');
  const unreadMessages = createStore({ rows: [0], ready: true });
  unread.messages = (count) => unreadMessages.set({ rows: [count], ready: true });
  unread.forget = () => unreadMessages.set({ rows: [], ready: false });
  return { unreadMessages };
});
vi.mock('#features/notifications/unread-queries.ts', async () => {
  const { createStore } = await import('#lib/store.ts');
  const unreadNotifications = createStore({ rows: [0], ready: true });
  unread.notifications = (count) => unreadNotifications.set({ rows: [count], ready: true });
  return { unreadNotifications };
});
vi.mock('./close-read.ts', () => ({ closeNotificationsOfRead: () => {} }));

const setAppBadge = vi.fn<(count?: number) => Promise<void>>().mockResolvedValue();
const clearAppBadge = vi.fn(async () => {});

beforeEach(() => {
  Object.assign(navigator, { setAppBadge, clearAppBadge });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  adoptSession({ kind: 'member', userId: crypto.randomUUID(), email: '', username: 'alice' });
});
afterEach(() => {
  vi.useRealTimers();
  adoptSession(GUEST);
});

test('title and badge show what is unread; the badge is set again one second after a click', async () => {
  document.title = 'Feed · Rangeday';
  syncAppBadge();
  unread.messages(2);
  unread.notifications(1);
  expect(document.title).toBe('(3) Feed · Rangeday');
  expect(setAppBadge).toHaveBeenLastCalledWith(3);
  unread.messages(120);
  expect(document.title).toBe('(99+) Feed · Rangeday');
  expect(setAppBadge).toHaveBeenLastCalledWith(121);
  // A navigation.
  document.title = 'Messages · Rangeday';
  await expect.poll(() => document.title).toBe('(99+) Messages · Rangeday');

  // The service worker has shown another number since.
  setAppBadge.mockClear();
  document.body.click();
  await vi.advanceTimersByTimeAsync(999);
  expect(setAppBadge).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(121);

  unread.messages(0);
  unread.notifications(0);
  expect(document.title).toBe('Messages · Rangeday');
  expect(clearAppBadge).toHaveBeenCalled();

  // A log-out clears it once more when the session has ended, before the database of guests is open.
  unread.messages(4);
  expect(setAppBadge).toHaveBeenLastCalledWith(4);
  clearAppBadge.mockClear();
  unread.forget();
  adoptSession(GUEST);
  expect(clearAppBadge).toHaveBeenCalledOnce();
  expect(document.title).toBe('Messages · Rangeday');
});
