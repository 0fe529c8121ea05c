import { type Poll, type PollRow, toPoll } from '#contract/poll-row.ts';
import { type Live, liveQuery } from '#data/replica/live-query.ts';
import { POLL_COUNTS, POLL_VOTE_COUNTED } from '#data/replica/optimistic-counts.ts';
import type { Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

const SQL = `SELECT p.id, p.question, p.options, v.option_index AS mine, ${POLL_COUNTS} AS counts,
    ${POLL_VOTE_COUNTED} AS is_counted
  FROM polls p LEFT JOIN poll_stats s ON s.id = p.id LEFT JOIN poll_votes v ON v.poll_id = p.id WHERE p.id = ?`;

const stores = new Map<string, Store<Live<Poll>>>();

/** A poll; null while it is not on this device. */
export function usePoll(id: string): Poll | null {
  let store = stores.get(id);
  if (!store) {
    store = liveQuery<PollRow, Poll>({
      sql: SQL,
      tables: ['polls', 'poll_stats', 'poll_votes'],
      params: () => [id],
      decode: toPoll,
    });
    stores.set(id, store);
  }
  return useStore(store).rows[0] ?? null;
}
