import { live } from '#data/replica/live.ts';
import { accountOf } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { UNREAD_SQL } from './notifications-sql.ts';

/** As in the list: comments on one post are one. For the app's badge. */
export const unreadNotifications = live<{ id: string; unread: number }, number>({
  sql: UNREAD_SQL,
  params: (session) => [accountOf(session)],
  decode: (row) => row.unread,
});

/** The number of the member's unread notifications; 0 while unknown. For the shell. */
export const useUnreadNotifications = (): number => useStore(unreadNotifications).rows[0] ?? 0;
