import { type Poll, type PollRow, toPoll } from '#contract/poll-row.ts';
import { useRows } from '#features/replica/use-rows.ts';
import { POLL_SQL } from './polls-sql.ts';

/** A poll; null while it is not on this device. */
export const usePoll = (id: string): Poll | null =>
  useRows<PollRow, Poll>({ sql: POLL_SQL, parameters: [id], decode: toPoll }).rows[0] ?? null;
