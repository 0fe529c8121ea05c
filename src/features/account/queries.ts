import { useLive } from '#features/replica/use-live.ts';

interface DeletionRow {
  id: string;
  due_at: string | null;
}

const SQL = 'SELECT id, due_at FROM account_deletions';
const toDate = ({ due_at }: DeletionRow): Date => new Date(due_at ?? Number.NaN);

/** The time when the account will be deleted, or null if no deletion was requested. Also available offline. */
export const useDeletionDate = (): Date | null => useLive({ sql: SQL, decode: toDate }).rows[0] ?? null;
