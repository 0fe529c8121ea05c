import { messagesCopy } from '#copy/messages.ts';
import { notificationsCopy } from '#copy/notifications.ts';
import { useUnreadMessages } from '#features/messages/unread-queries.ts';
import { useUnreadNotifications } from '#features/notifications/unread-queries.ts';
import { CountBadge } from '#ui/badge.tsx';
import styles from './dock-unread.module.css';

/** The number of unread messages and notifications, on the dock's last button, whose menu has both. Its label names each. */
export function DockUnread() {
  const messages = useUnreadMessages();
  const notifications = useUnreadNotifications();
  const label = [
    messages > 0 && messagesCopy.unreadCount(messages),
    notifications > 0 && notificationsCopy.unreadCount(notifications),
  ].filter(Boolean);
  return (
    <span data-later className={styles.unread}>
      <CountBadge count={messages + notifications} label={label.join(', ')} />
    </span>
  );
}
