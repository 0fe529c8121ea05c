import { liveQuery } from '#data/replica/live-query.ts';
import { useStore } from '#lib/use-store.ts';

const deletions = liveQuery<{ id: string; due_at: string | null }, Date>({
  sql: 'SELECT id, due_at FROM account_deletions',
  decode: ({ due_at }) => new Date(due_at ?? Number.NaN),
});

/** When the account is deleted for good, if its owner asked for that; null otherwise. Known offline too. */
export const useDeletionDate = (): Date | null => useStore(deletions).rows[0] ?? null;
