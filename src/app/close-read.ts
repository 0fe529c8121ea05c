import { aloneWithNotifications } from '#data/push/alone-with-notifications.ts';
import { live } from '#data/replica/live.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf } from '#data/session/session.ts';

/** The newest are enough: there is one notification per sender and per subject. */
const MOST = 200;

const unreadIds = live<{ id: string }, string>({
  sql: `SELECT id FROM (SELECT id FROM private_messages WHERE recipient_id = ?1 AND read = 0 ORDER BY created_at DESC LIMIT ${MOST})
    UNION ALL SELECT id FROM (SELECT id FROM notifications WHERE user_id = ?1 AND is_read = 0 ORDER BY created_at DESC LIMIT ${MOST})`,
  params: (session) => [accountOf(session)],
  decode: ({ id }) => id,
});

const IS_READ = `SELECT read AS is_read FROM private_messages WHERE id = ?1 UNION ALL SELECT is_read FROM notifications WHERE id = ?1`;

/** Closes the notifications of what was read, here or elsewhere; not of pushes before their row. @returns ends it */
export function closeNotificationsOfRead(): () => void {
  let arrived = new Set<string>();
  return unreadIds.subscribe(() => {
    const { rows, ready } = unreadIds.get();
    if (!ready) return;
    const unread = new Set(rows);
    const gone = new Set([...arrived].filter((id) => !unread.has(id)));
    arrived = unread;
    void close(unread, gone).catch((error: unknown) => console.debug('Notifications could not be closed.', error));
  });
}

const idOf = ({ data }: Notification): unknown => (data as { id?: unknown } | null)?.id;

/** @param gone were unread before: a notification that was viewed has no row any more */
async function close(unread: ReadonlySet<string>, gone: ReadonlySet<string>): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration) return;
  const listed = await aloneWithNotifications(() => registration.getNotifications());
  const read = new Set<unknown>();
  for (const id of listed.map(idOf)) {
    if (typeof id === 'string' && !unread.has(id) && (gone.has(id) || (await isRead(id)))) read.add(id);
  }
  if (read.size === 0) return;
  // Browsers close by tag. Meanwhile, a newer push may have replaced what was read, and would be closed in its place.
  await aloneWithNotifications(async () => {
    for (const notification of await registration.getNotifications()) {
      if (read.has(idOf(notification))) notification.close();
    }
  });
}

async function isRead(id: string): Promise<boolean> {
  const row = await replicaStore.get()?.db.getOptional<{ is_read: number }>(IS_READ, [id]);
  return row?.is_read === 1;
}
