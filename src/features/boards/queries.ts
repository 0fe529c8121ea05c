import { type BoardRow, type Boards, toBoards } from '#contract/board-rows.ts';
import { type Live, useLive } from '#features/replica/use-live.ts';
import { BOARDS_SQL } from './boards-sql.ts';

const sameRow = (row: BoardRow): BoardRow => row;

/** Top users and trending hashtags. */
export function useBoards(): Boards & Pick<Live<unknown>, 'complete' | 'missing'> {
  const { rows, complete, missing } = useLive<BoardRow, BoardRow>({ sql: BOARDS_SQL, decode: sameRow });
  return { ...toBoards(rows), complete, missing };
}

const COUNT_SQL = `SELECT id, value FROM app_counts WHERE id = 'members'`;

const toCount = ({ value }: { id: string; value: number | null }): number | null => value;

/** Number of all members; null while unknown. */
export const useMemberCount = (): number | null => useLive({ sql: COUNT_SQL, decode: toCount }).rows[0] ?? null;
