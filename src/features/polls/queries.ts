import { type Live, liveQuery } from '#data/replica/live-query.ts';
import { POLL_COUNTS, POLL_VOTE_COUNTED } from '#data/replica/optimistic-counts.ts';
import type { Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export interface Poll {
  id: string;
  question: string;
  options: string[];
  /** Votes per option, one's own unsent one included. */
  counts: number[];
  total: number;
  /** The option voted for; null: not yet. */
  mine: number | null;
}

interface PollRow {
  id: string;
  question: string | null;
  options: string | null;
  counts: string | null;
  mine: number | null;
  /** 1: the server has one's own vote in its counts. */
  is_counted: number;
}

const SQL = `SELECT p.id, p.question, p.options, v.option_index AS mine, ${POLL_COUNTS} AS counts,
    ${POLL_VOTE_COUNTED} AS is_counted
  FROM polls p LEFT JOIN poll_stats s ON s.id = p.id LEFT JOIN poll_votes v ON v.poll_id = p.id WHERE p.id = ?`;

function decode(row: PollRow): Poll {
  const options = JSON.parse(row.options ?? '[]') as string[];
  const known = JSON.parse(row.counts ?? '[]') as number[];
  const unsent = row.mine !== null && row.is_counted === 0 ? row.mine : null;
  const counts = options.map((_, index) => (known[index] ?? 0) + (index === unsent ? 1 : 0));
  return {
    id: row.id,
    question: row.question ?? '',
    options,
    counts,
    total: counts.reduce((sum, count) => sum + count, 0),
    mine: row.mine,
  };
}

const stores = new Map<string, Store<Live<Poll>>>();

/** A poll; null while it is not on this device. */
export function usePoll(id: string): Poll | null {
  let store = stores.get(id);
  if (!store) {
    store = liveQuery<PollRow, Poll>({
      sql: SQL,
      tables: ['polls', 'poll_stats', 'poll_votes'],
      params: () => [id],
      decode,
    });
    stores.set(id, store);
  }
  return useStore(store).rows[0] ?? null;
}
