import { useUnreadMessages } from '#features/messages/unread-queries.ts';
import { useUnreadNotifications } from '#features/notifications/unread-queries.ts';
import { CountBadge } from '#ui/badge.tsx';
import styles from './dock-unread.module.css';

/** The number of unread messages and notifications, on the dock's last button. */
export function DockUnread() {
  return (
    <span data-later className={styles.unread}>
      <CountBadge count={useUnreadMessages() + useUnreadNotifications()} />
    </span>
  );
}
