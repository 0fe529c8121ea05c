import { accountOf, sessionStore } from '#data/session/session.ts';
import { type Live, useLive } from '#features/replica/use-live.ts';
import { useStore } from '#lib/use-store.ts';
import { THREAD_UNREAD_SQL } from './messages-sql.ts';

interface UnreadRow {
  id: string;
  oldest: string | null;
  newest: string | null;
}

export interface ThreadUnread extends Pick<Live<unknown>, 'ready' | 'complete'> {
  /** Ids of the other member's oldest and newest unread message. */
  oldest: string | null;
  newest: string | null;
}

const toUnread = (row: UnreadRow): UnreadRow => row;

/** A thread's unread messages on this device. `complete`: with the server's, as of the last connection. */
export function useThreadUnread(userId: string): ThreadUnread {
  const { rows, ready, complete } = useLive<UnreadRow, UnreadRow>({
    sql: THREAD_UNREAD_SQL,
    parameters: [accountOf(useStore(sessionStore)), userId],
    decode: toUnread,
    sources: ['everything'],
  });
  const { oldest = null, newest = null } = rows[0] ?? {};
  return { oldest, newest, ready, complete };
}
