import { type Poll, type PollRow, toPoll } from '#contract/poll-row.ts';
import { POLL_COUNTS, POLL_VOTE_COUNTED } from '#data/replica/optimistic-counts.ts';
import { useRows } from '#features/replica/use-rows.ts';

const SQL = `SELECT p.id, p.question, p.options, v.option_index AS mine, ${POLL_COUNTS} AS counts,
    ${POLL_VOTE_COUNTED} AS is_counted
  FROM polls p LEFT JOIN poll_stats s ON s.id = p.id LEFT JOIN poll_votes v ON v.poll_id = p.id WHERE p.id = ?`;

/** A poll; null while it is not on this device. */
export const usePoll = (id: string): Poll | null =>
  useRows<PollRow, Poll>({ sql: SQL, parameters: [id], decode: toPoll }).rows[0] ?? null;
