import { notificationsCopy } from '#copy/notifications.ts';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { PushOffer } from '#features/push/push-offer.tsx';
import type { Live } from '#features/replica/use-live.ts';
import { useStore } from '#lib/use-store.ts';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { StorageIcon } from '#ui/icons/more-icons.tsx';
import { EarMuffs } from '#ui/quiet-drawings.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { dismissedStore } from './dismissal.ts';
import { groupNotifications, type NotificationGroup } from './groups.ts';
import { NotificationEntry } from './notification-entry.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import styles from './notifications-page.module.css';
import { useNotifications } from './queries.ts';
import { useViewing } from './use-viewing.ts';

/** From this number of rows on the end says "the newest 200": deleted ones make no room for older ones. */
const SAYS_LIMIT = 100;

export function NotificationsPage() {
  const { rows, complete, missing } = useNotifications();
  const dismissed = useStore(dismissedStore);
  const { isNew, onSeen } = useViewing(rows);
  const { fresh, earlier } = groupNotifications(
    rows.filter(({ id }) => !dismissed.has(id)),
    isNew,
  );
  if (fresh.length + earlier.length === 0)
    return (
      <>
        <NothingShown complete={complete} missing={missing} />
        {complete && <PushOffer />}
      </>
    );
  return (
    <>
      {missing === 'offline' && (
        <p className={styles.note}>
          <StorageIcon />
          {notificationsCopy.offline}
        </p>
      )}
      <Part title={notificationsCopy.fresh} groups={fresh} onSeen={onSeen} />
      <PushOffer />
      <Part title={notificationsCopy.earlier} groups={earlier} onSeen={onSeen} />
      {rows.length >= SAYS_LIMIT && <p className={styles.note}>{notificationsCopy.newestOnly}</p>}
      {complete && missing === 'offline' && (
        <p className={styles.note}>
          <StorageIcon />
          {notificationsCopy.onDevice}
        </p>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  groups: readonly NotificationGroup[];
  onSeen: (ids: readonly string[]) => void;
}

function Part({ title, groups, onSeen }: PartProps) {
  if (groups.length === 0) return null;
  const unread = groups.filter(({ isRead }) => !isRead).length;
  return (
    <section aria-label={title}>
      <h2 className={styles.title}>
        {title}
        {unread > 0 && <span className={styles.count}>{unread}</span>}
      </h2>
      <ul>
        {groups.map((group) => (
          <NotificationEntry key={group.key} group={group} onSeen={onSeen} />
        ))}
      </ul>
    </section>
  );
}

/** "No notifications" only after the server has confirmed it. */
function NothingShown({ complete, missing }: Pick<Live<unknown>, 'complete' | 'missing'>) {
  if (complete) {
    return <EmptyState drawing={<EarMuffs />} title={notificationsCopy.empty} text={notificationsCopy.emptyText} />;
  }
  if (missing === 'unavailable') {
    return (
      <EmptyState drawing={<BareFrame />} title={notificationsCopy.failed} text={deviceNoticeCopy.unavailableText} />
    );
  }
  if (missing === 'offline') {
    return (
      <EmptyState
        drawing={<FlagFlying />}
        title={notificationsCopy.notOnDevice}
        text={notificationsCopy.notOnDeviceText}
      />
    );
  }
  return (
    <>
      <WaitLine>{notificationsCopy.loading}</WaitLine>
      <EntrySkeleton entries={3} />
    </>
  );
}
