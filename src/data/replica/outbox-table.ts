import { column, Table } from '@powersync/common';

/** One row per unsettled action, never synced. `id` is the action_id, `ops` JSON of CrudOp[] with local names. */
export const outbox = new Table(
  {
    kind: column.text,
    entity_id: column.text,
    subject_id: column.text,
    about: column.text,
    state: column.text,
    label: column.text,
    bytes: column.integer,
    created_at: column.text,
    attempts: column.integer,
    last_error: column.text,
    blocked_by: column.text,
    uncertain: column.integer,
    is_local: column.integer,
    sent_at: column.text,
    /** Set aside because a newer release wrote it, with this QUEUE_VERSION. */
    waits_for: column.integer,
    /** Hidden until then, when its discard takes effect; ms since 1970. */
    discard_at: column.integer,
    /** JSON of what its form had. */
    input: column.text,
    ops: column.text,
  },
  { localOnly: true, indexes: { entity: ['entity_id'], subject: ['subject_id'] } },
);
