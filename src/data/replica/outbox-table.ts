import { column, Table } from '@powersync/common';

/**
 * One row per action of the member that the server has not answered for good. `id` is the action's id, as in the queue and
 * in `apply_crud`. It never leaves the device. `payload` (JSON of CrudOp[], local tables and columns) is what the action wrote.
 */
export const outbox = new Table(
  {
    kind: column.text,
    entity_id: column.text,
    /** What it hangs on: the post of a comment or vote, the other member of a message. */
    subject_id: column.text,
    /** Plain words for what it belongs to. */
    about: column.text,
    state: column.text,
    label: column.text,
    bytes: column.integer,
    created_at: column.text,
    attempts: column.integer,
    last_error: column.text,
    /** The refused action that holds this one. */
    blocked_by: column.text,
    /** 1 once the server may have it although it never said so: it cannot be taken back unnoticed any more. */
    uncertain: column.integer,
    /** 1: given up on this device; the server keeps no refusal of it. */
    is_local: column.integer,
    /** When the server had it; ISO 8601. */
    sent_at: column.text,
    /** QUEUE_VERSION of the release that wrote it. */
    version: column.integer,
    /** Refused only by this release: it was written by a newer one, with this QUEUE_VERSION. */
    waits_for: column.integer,
    payload: column.text,
  },
  { localOnly: true, indexes: { entity: ['entity_id'], subject: ['subject_id'] } },
);
