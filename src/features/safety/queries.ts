import { type Author, readAuthor, type Reader } from '#contract/author.ts';
import { type OutboxState, toOutboxState } from '#contract/outbox.ts';
import { syncState } from '#data/device/sync-state.ts';
import { type Rows, useRows } from '#features/replica/use-rows.ts';
import { useStore } from '#lib/use-store.ts';
import { AUTHOR_STANDING_SQL, LIST_SQL } from './safety-sql.ts';

/** How the reader has listed another member. Times are ISO 8601. */
export interface Standing {
  blockedAt: string | null;
  mutedAt: string | null;
}

interface StandingRow {
  id: string;
  blocked_at: string | null;
  muted_at: string | null;
}

const toStanding = ({ blocked_at, muted_at }: StandingRow): Standing => ({ blockedAt: blocked_at, mutedAt: muted_at });
const NEITHER: Standing = { blockedAt: null, mutedAt: null };

/** For the author of a post. Called before the query of the post, it is answered first. Only below ReplicaGate. */
export function useAuthorStanding(postId: string): Standing {
  const { rows } = useRows<StandingRow, Standing>({
    sql: AUTHOR_STANDING_SQL,
    parameters: [postId],
    decode: toStanding,
  });
  return rows[0] ?? NEITHER;
}

export type MemberList = keyof typeof LIST_SQL;

/** A member whom the reader blocks or mutes. */
export interface ListedMember {
  userId: string;
  author: Author;
  since: string;
  /** Of the unsent block or mute; null if it was sent. */
  state: OutboxState | null;
}

interface ListedRow {
  id: string;
  user_id: string | null;
  created_at: string | null;
  author: string | null;
  state: string | null;
}

const toListed = (row: ListedRow, reader: Reader): ListedMember => ({
  userId: row.user_id ?? '',
  author: readAuthor(row.author, row.user_id ?? '', reader),
  since: row.created_at ?? '',
  state: toOutboxState(row.state),
});

/** Blocked or muted members, newest first. Only below ReplicaGate. */
export function useMemberList(list: MemberList): Rows<ListedMember> & { offline: boolean } {
  const { phase, synced } = useStore(syncState);
  const found = useRows<ListedRow, ListedMember>({ sql: LIST_SQL[list], decode: toListed, isSynced: synced });
  return { ...found, offline: phase === 'offline' || phase === 'unavailable' };
}
