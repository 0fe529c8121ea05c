import { type BoardRow, type Boards, toBoards } from '#contract/board-rows.ts';
import { syncState } from '#data/device/sync-state.ts';
import { useRows } from '#features/replica/use-rows.ts';
import { useStore } from '#lib/use-store.ts';
import { BOARDS_SQL } from './boards-sql.ts';

const sameRow = (row: BoardRow): BoardRow => row;

/** Top users and trending hashtags. `complete`: an empty board is empty on the server too. */
export function useBoards(): Boards & { complete: boolean } {
  const { synced } = useStore(syncState);
  const { rows, complete } = useRows<BoardRow, BoardRow>({ sql: BOARDS_SQL, decode: sameRow, isSynced: synced });
  return { ...toBoards(rows), complete };
}

const COUNT_SQL = `SELECT id, value FROM app_counts WHERE id = 'members'`;

/** Number of all members; null while unknown. */
export const useMemberCount = (): number | null =>
  useRows({ sql: COUNT_SQL, decode: ({ value }: { id: string; value: number | null }) => value }).rows[0] ?? null;
