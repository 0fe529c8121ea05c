import { notificationsCopy } from '#copy/notifications.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { CountBadge } from '#ui/badge.tsx';
import { useUnread } from './queries.ts';

/** The unread count beside the link to the notifications. */
export function UnreadBadge() {
  return (
    <ReplicaGate>
      <Count />
    </ReplicaGate>
  );
}

function Count() {
  const count = useUnread();
  return <CountBadge count={count} label={notificationsCopy.unreadCount(count)} />;
}
