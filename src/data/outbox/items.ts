import { HIDDEN_KINDS } from '#contract/outbox.ts';
import { type OutboxItem, type OutboxRow, toOutboxItem } from '#contract/outbox-item.ts';
import { liveQuery } from '../replica/live-query.ts';

/** All shown items, oldest first, which is the order in which they are sent. */
export const outboxRows = liveQuery<OutboxRow, OutboxItem>({
  sql: `SELECT id, kind, entity_id, subject_id, state, label, about, bytes, created_at, attempts, last_error, blocked_by,
    uncertain, sent_at, payload
    FROM outbox WHERE kind NOT IN (${HIDDEN_KINDS.map((kind) => `'${kind}'`).join(', ')}) ORDER BY created_at, id`,
  decode: toOutboxItem,
});
