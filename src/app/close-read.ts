import { liveQuery } from '#data/replica/live-query.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf } from '#data/session/session.ts';

/** The newest are enough: there is one notification per sender and per subject. */
const MOST = 200;

/** Ids of unread messages and notifications on this device. */
const unreadIds = liveQuery<{ id: string }, string>({
  sql: `SELECT id FROM (SELECT id FROM private_messages WHERE recipient_id = ?1 AND read = 0 ORDER BY created_at DESC LIMIT ${MOST})
    UNION ALL SELECT id FROM (SELECT id FROM notifications WHERE user_id = ?1 AND is_read = 0 ORDER BY created_at DESC LIMIT ${MOST})`,
  params: (session) => [accountOf(session)],
  decode: ({ id }) => id,
});

const IS_READ = `SELECT read AS is_read FROM private_messages WHERE id = ?1 UNION ALL SELECT is_read FROM notifications WHERE id = ?1`;

/** Closes the notifications of what has become read, here or on another device. A push that came before its row stays. */
export function closeNotificationsOfRead(): void {
  let arrived = new Set<string>();
  unreadIds.subscribe(() => {
    const { rows, ready } = unreadIds.get();
    if (!ready) return;
    const unread = new Set(rows);
    const gone = new Set([...arrived].filter((id) => !unread.has(id)));
    arrived = unread;
    void close(unread, gone).catch((error: unknown) => console.debug('Notifications could not be closed.', error));
  });
}

/** @param gone were unread before: a notification that was viewed has no row any more */
async function close(unread: ReadonlySet<string>, gone: ReadonlySet<string>): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const { id } = (notification.data ?? {}) as { id?: unknown };
    if (typeof id !== 'string' || unread.has(id)) continue;
    if (gone.has(id) || (await isRead(id))) notification.close();
  }
}

async function isRead(id: string): Promise<boolean> {
  const row = await replicaStore.get()?.db.getOptional<{ is_read: number }>(IS_READ, [id]);
  return row?.is_read === 1;
}
