import { liveQuery } from '#data/replica/live-query.ts';
import { accountOf } from '#data/session/session.ts';
import { UNREAD_SQL } from './notifications-sql.ts';

/** As in the list: comments on one post are one. For the app's badge. */
export const unreadNotifications = liveQuery<{ id: string; unread: number }, number>({
  sql: UNREAD_SQL,
  params: (session) => [accountOf(session)],
  decode: (row) => row.unread,
});
