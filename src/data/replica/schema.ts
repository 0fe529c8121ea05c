import { column, Schema, Table } from '@powersync/common';
import type { ClientTable } from '#contract/sync/client-table.ts';
import { CLIENT_TABLES } from '#contract/sync/client-tables.ts';

/** One row per unsettled action, never synced. `id` is the action_id, `ops` JSON of CrudOp[] with local names. */
const outbox = new Table(
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

/** Metadata carries the id of the action from the local write to the server. */
const toTable = ({ columns, indexes = {}, insertOnly = false }: ClientTable): Table =>
  new Table(Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, column[type]])), {
    trackMetadata: true,
    insertOnly,
    indexes: Object.fromEntries(Object.entries(indexes).map(([name, over]) => [name, [...over]])),
  });

const synced = Object.fromEntries(Object.entries(CLIENT_TABLES).map(([name, table]) => [name, toTable(table)]));

/** The replica's tables: the synced ones of contract/sync, and the outbox, which never leaves the device. */
export const schema = new Schema({ ...synced, outbox });
