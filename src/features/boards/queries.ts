import { type BoardRow, type Boards, toBoards } from '#contract/board-rows.ts';
import { useLive } from '#features/replica/use-live.ts';
import { BOARDS_SQL } from './boards-sql.ts';

const sameRow = (row: BoardRow): BoardRow => row;

/** Top users and trending hashtags. `complete`: an empty board is empty on the server too. */
export function useBoards(): Boards & { complete: boolean } {
  const { rows, complete } = useLive<BoardRow, BoardRow>({ sql: BOARDS_SQL, decode: sameRow });
  return { ...toBoards(rows), complete };
}

const COUNT_SQL = `SELECT id, value FROM app_counts WHERE id = 'members'`;

const toCount = ({ value }: { id: string; value: number | null }): number | null => value;

/** Number of all members; null while unknown. */
export const useMemberCount = (): number | null => useLive({ sql: COUNT_SQL, decode: toCount }).rows[0] ?? null;
