import { useRows } from '#features/replica/use-rows.ts';

interface DeletionRow {
  id: string;
  due_at: string | null;
}

const SQL = 'SELECT id, due_at FROM account_deletions';
const toDate = ({ due_at }: DeletionRow): Date => new Date(due_at ?? Number.NaN);

/** When the account is deleted for good, if its owner asked for that; null otherwise. Known offline too. */
export const useDeletionDate = (): Date | null => useRows({ sql: SQL, decode: toDate }).rows[0] ?? null;
