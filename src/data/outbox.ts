import type { SendState } from './feed-post.ts';
import { liveQuery } from './live-query.ts';

/** An action of the member that the server has not answered for good. Times are ISO 8601. */
export interface OutboxItem {
  id: string;
  kind: string;
  entity_id: string;
  state: SendState;
  /** First words of what was written. */
  label: string;
  bytes: number;
  created_at: string;
  attempts: number;
  /** Refused: the reason as a sentence. Queued: a code of what kept the last attempt back. */
  last_error: string | null;
}

/** Oldest first, as they will be sent. */
export const outboxRows = liveQuery<OutboxItem, OutboxItem>({
  sql: `SELECT id, kind, entity_id, state, label, bytes, created_at, attempts, last_error FROM outbox ORDER BY created_at, id`,
  decode: (row) => row,
});
