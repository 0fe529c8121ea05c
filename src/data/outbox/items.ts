import { HIDDEN_KINDS } from '#contract/outbox.ts';
import type { SendState } from '#contract/feed-post.ts';
import { liveQuery } from '../replica/live-query.ts';

/** An action of the member that the server has not answered for good. Times are ISO 8601. */
export interface OutboxItem {
  id: string;
  /** An OutboxKind; what an older or newer release wrote may have another. */
  kind: string;
  entity_id: string;
  /** What it hangs on: the post of a comment or vote, the other member of a message or friend action. */
  subject_id: string | null;
  state: SendState;
  /** First words of what was written. */
  label: string;
  /** What it belongs to, in plain words. */
  about: string | null;
  bytes: number;
  created_at: string;
  attempts: number;
  /** Refused: the reason as a sentence. Queued: a code of what kept the last attempt back. */
  last_error: string | null;
  /** The refused action that holds this one. */
  blocked_by: string | null;
  /** 1: the server may have it although it never said so. */
  uncertain: number | null;
  /** When the server had it; ISO 8601. Sent long ago and still here: its echo has not come. */
  sent_at: string | null;
  /** JSON of CrudOp[] in local names. */
  payload: string | null;
}

/** Those the member knows of, oldest first, as they will be sent. */
export const outboxRows = liveQuery<OutboxItem, OutboxItem>({
  sql: `SELECT id, kind, entity_id, subject_id, state, label, about, bytes, created_at, attempts, last_error, blocked_by,
    uncertain, sent_at, payload
    FROM outbox WHERE kind NOT IN (${HIDDEN_KINDS.map((kind) => `'${kind}'`).join(', ')}) ORDER BY created_at, id`,
  decode: (row) => row,
});
