import { type Author, readAuthor } from '#contract/author.ts';
import { isOfficialName } from '#contract/official.ts';
import type { ProfileCode } from '#contract/profile-code.ts';
import { type Missing, useLive } from '#features/replica/use-live.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { SCANNED_SQL } from './codes-sql.ts';

export const useAccount = (): string => accountOf(useStore(sessionStore));

interface ScannedRow {
  id: string;
  author: string | null;
  is_official: number | null;
  is_blocked: number;
  is_name_taken: number;
}

/** What this device knows of a member whose code it has read. */
export interface Scanned {
  /** Null while it is not on this device. */
  author: Author | null;
  isOfficial: boolean;
  isBlocked: boolean;
  /** Another member has the name that the code says, so it is out of date or was changed. */
  isNameTaken: boolean;
}

const toScanned = (row: ScannedRow, session: Session): Scanned => ({
  author: row.author === null ? null : readAuthor(row.author, row.id, session),
  isOfficial: row.is_official === 1,
  isBlocked: row.is_blocked === 1,
  isNameTaken: row.is_name_taken === 1,
});

/** Null until it was read from the database. */
export function useScanned({ id, username }: ProfileCode): { scanned: Scanned | null; missing: Missing } {
  const { rows, missing } = useLive<ScannedRow, Scanned>({
    sql: SCANNED_SQL,
    parameters: [id, username.toLowerCase()],
    decode: toScanned,
    sources: ['automatic', { name: 'profile', parameters: { user_id: id } }],
  });
  const scanned = rows[0] ?? null;
  // Nobody else can have these names, so a code with one of them and another id is no code of ours.
  const isForged = scanned?.author === null && isOfficialName(username);
  return { scanned: scanned && { ...scanned, isNameTaken: scanned.isNameTaken || isForged }, missing };
}
