import { live } from '#data/replica/live.ts';
import { accountOf } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { UNREAD_SQL } from './messages-sql.ts';

export const unreadMessages = live<{ id: string; unread: number }, number>({
  sql: UNREAD_SQL,
  params: (session) => [accountOf(session)],
  decode: (row) => row.unread,
});

/** The number of the member's unread messages; 0 while unknown. For the shell. */
export const useUnreadMessages = (): number => useStore(unreadMessages).rows[0] ?? 0;
