import { type Author, readAuthor, type Reader } from '#contract/author.ts';
import { type OutboxState, toOutboxState } from '#contract/outbox.ts';
import { type Live, useLive } from '#features/replica/use-live.ts';
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

/** For the author of a post; neither for null. */
export function useAuthorStanding(postId: string | null): Standing {
  const { rows } = useLive<StandingRow, Standing>(
    postId === null ? null : { sql: AUTHOR_STANDING_SQL, parameters: [postId], decode: toStanding },
  );
  return rows[0] ?? NEITHER;
}

export type MemberList = keyof typeof LIST_SQL;

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

/** Blocked or muted members, newest first. */
export const useMemberList = (list: MemberList): Live<ListedMember> =>
  useLive<ListedRow, ListedMember>({ sql: LIST_SQL[list], decode: toListed });
