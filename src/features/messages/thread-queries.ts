import { accountOf, sessionStore } from '#data/session/session.ts';
import { useCaughtUp } from '#features/replica/use-caught-up.ts';
import { type Rows, useRows } from '#features/replica/use-rows.ts';
import { useStore } from '#lib/use-store.ts';
import { THREAD_UNREAD_SQL } from './messages-sql.ts';

interface UnreadRow {
  id: string;
  oldest: string | null;
  newest: string | null;
}

export interface ThreadUnread extends Pick<Rows<unknown>, 'ready' | 'complete'> {
  /** Ids of the other member's oldest and newest unread message. */
  oldest: string | null;
  newest: string | null;
}

const toUnread = (row: UnreadRow): UnreadRow => row;

/** What is unread in a thread on this device. `complete`: with what was on the server when the connection was opened. Only below ReplicaGate. */
export function useThreadUnread(userId: string): ThreadUnread {
  const { rows, ready, complete } = useRows<UnreadRow, UnreadRow>({
    sql: THREAD_UNREAD_SQL,
    parameters: [accountOf(useStore(sessionStore)), userId],
    decode: toUnread,
    isSynced: useCaughtUp(),
  });
  const { oldest = null, newest = null } = rows[0] ?? {};
  return { oldest, newest, ready, complete };
}
