import { column, Schema, Table } from '@powersync/common';
import type { ClientTable } from '#contract/sync/client-table.ts';
import { CLIENT_TABLES } from '#contract/sync/client-tables.ts';
import { outbox } from './outbox-table.ts';

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
