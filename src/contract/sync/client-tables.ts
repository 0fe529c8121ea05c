import type { CrudOp } from '../crud.ts';
import type { ClientTable } from './client-table.ts';
import { CONTENT_TABLES } from './tables/content.ts';
import { MEMBER_TABLES } from './tables/members.ts';
import { STAFF_TABLES } from './tables/staff.ts';

/** Every synced table. The only list of its columns: schema, uploads and sync-rules.yaml are made from it. */
export const CLIENT_TABLES = { ...CONTENT_TABLES, ...MEMBER_TABLES, ...STAFF_TABLES } as const;

export type ClientTableName = keyof typeof CLIENT_TABLES;

const tables: Readonly<Record<string, ClientTable>> = CLIENT_TABLES;

const localNames = new Map(
  Object.entries(tables).flatMap(([name, { uploadsTo }]) => (uploadsTo ? [[uploadsTo, name] as const] : [])),
);

/** Columns of a client table that an upload leaves out. */
export const serverColumnsOf = (table: string): readonly string[] => tables[table]?.serverColumns ?? [];

const toServerTable = (name: string): string => tables[name]?.uploadsTo ?? name;

/** The writable client table; `ads` is also the name of a read-only one. */
const toLocalTable = (name: string): string => localNames.get(name) ?? name;

/** Operations that come from the server, in local names. */
export const toLocalOps = (ops: readonly CrudOp[]): CrudOp[] =>
  ops.map((op) => ({ ...op, table: toLocalTable(op.table) }));

/** An operation in the server's names, without the columns that only the server fills. */
export function toServerOp({ op, table, id, data: written = {} }: CrudOp): CrudOp {
  if (op === 'DELETE') return { op, table: toServerTable(table), id };
  const hidden = serverColumnsOf(table);
  const data: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(written)) if (!hidden.includes(name)) data[name] = value;
  return { op, table: toServerTable(table), id, data };
}
