import { useRouterState } from '@tanstack/react-router';
import { messagesCopy } from '#copy/messages.ts';
import { notificationsCopy } from '#copy/notifications.ts';
import { useUnreadMessages } from '#features/messages/unread-queries.ts';
import { useUnreadNotifications } from '#features/notifications/unread-queries.ts';
import { CountBadge } from '#ui/badge.tsx';
import styles from './dock-unread.module.css';

/** On the dock's link to the messages. */
export function UnreadMessages() {
  const count = useUnreadMessages();
  return <Unread count={count} label={messagesCopy.unreadCount(count)} />;
}

/** On the feed's bell, and on other pages on the dock's last button, whose menu has the notifications. */
export function UnreadNotifications({ isInDock = false }: { isInDock?: boolean }) {
  const isFeed = useRouterState({ select: ({ location }) => location.pathname === '/' });
  const unread = useUnreadNotifications();
  const count = isInDock && isFeed ? 0 : unread;
  return <Unread count={count} label={notificationsCopy.unreadCount(count)} />;
}

const Unread = ({ count, label }: { count: number; label: string }) => (
  <span data-later className={styles.unread}>
    <CountBadge count={count} label={label} />
  </span>
);
