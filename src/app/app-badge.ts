import { sessionStore } from '#data/session/session.ts';
import { unreadMessages } from '#features/messages/unread-queries.ts';
import { unreadNotifications } from '#features/notifications/unread-queries.ts';
import { closeNotificationsOfRead } from './close-read.ts';
import { deriveStore } from '#lib/store.ts';

const unread = deriveStore([unreadMessages, unreadNotifications, sessionStore], (messages, notifications, session) => {
  const isMember = session.kind === 'member';
  // A guest has none, also before a database is open: a click during a log-out may have set the badge again.
  const isKnown = !isMember || (messages.ready && notifications.ready);
  const [first] = messages.rows;
  const [second] = notifications.rows;
  return { isKnown, messages: isMember ? (first ?? 0) : 0, notifications: isMember ? (second ?? 0) : 0 };
});

/** §4: unread counts are refreshed one second after a click. */
const REFRESH_MS = 1000;

/**
 * Shows unread messages and notifications on the app's icon and in the title, and closes notifications of read ones.
 */
export function syncAppBadge(): void {
  const title = document.querySelector('title');
  let shown = '';
  const update = () => {
    const { isKnown, messages, notifications } = unread.get();
    const total = messages + notifications;
    if (title) {
      const text = withCount(document.title, total);
      if (document.title !== text) document.title = text;
    }
    const key = `${isKnown} ${messages} ${notifications}`;
    if (!isKnown || key === shown) return;
    shown = key;
    void (total > 0 ? navigator.setAppBadge?.(total) : navigator.clearAppBadge?.())?.catch(() => {});
  };
  unread.subscribe(update);
  closeNotificationsOfRead();
  // A navigation sets the title without the count.
  if (title) new MutationObserver(update).observe(title, { childList: true });
  // The service worker may have set another number since.
  const refresh = () => {
    shown = '';
    update();
  };
  addEventListener('click', () => setTimeout(refresh, REFRESH_MS), { capture: true, passive: true });
  update();
}

const withCount = (title: string, total: number): string => {
  const plain = title.replace(/^\(\d+\+?\) /, '');
  return total === 0 ? plain : `(${total > 99 ? '99+' : total}) ${plain}`;
};
