import { notificationsCopy } from '#copy/notifications.ts';
import { CountBadge } from '#ui/badge.tsx';
import { useUnread } from './queries.ts';

export function UnreadBadge() {
  const count = useUnread();
  return <CountBadge count={count} label={notificationsCopy.unreadCount(count)} />;
}
