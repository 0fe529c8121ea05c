import type { Client } from 'pg';
import { SyncStartError } from './errors.ts';

export type PgType =
  | { kind: 'scalar'; name: string }
  | { kind: 'domain'; base: number }
  | { kind: 'array'; element: number; delimiter: string }
  | { kind: 'unsupported'; name: string };

export type TypeInfo = ReadonlyMap<number, PgType>;

export interface Column {
  name: string;
  typeOid: number;
}

/**
 * The columns and key of a published table. Rows refer to the layout that they were read with; DDL creates a new one.
 */
export interface TableLayout {
  /** `schema.table` */
  key: string;
  ref: { connectionTag: string; schema: string; name: string };
  columns: Column[];
  /** Positions of the primary key's columns, in key order. */
  primaryKey: number[];
  signature: string;
}

export interface Catalog {
  types: TypeInfo;
  tables: Map<string, TableLayout>;
  /** Tables in the publication that have no primary key: they cannot be synced. */
  keyless: Set<string>;
}

export function layoutOf(schema: string, name: string, columns: Column[], primaryKey: string[]): TableLayout {
  return {
    key: `${schema}.${name}`,
    ref: { connectionTag: 'default', schema, name },
    columns,
    primaryKey: primaryKey.map((key) => columns.findIndex((column) => column.name === key)),
    signature: columns.map((column) => `${column.name}:${column.typeOid}`).join(),
  };
}

const typesSql = `select oid::int, typname, typtype, typcategory, typelem::int, typbasetype::int, typdelim from pg_type`;

// Generated columns are omitted: logical replication does not send them.
const tablesSql = `
  select p.schemaname, p.tablename, a.attname, a.atttypid::int,
         array_position(i.indkey::int2[], a.attnum) as key_position
    from pg_publication_tables p
    join pg_class c on c.relname = p.tablename
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = p.schemaname
    join pg_attribute a on a.attrelid = c.oid and a.attname = any(p.attnames) and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
   where p.pubname = 'powersync'
   order by p.schemaname, p.tablename, a.attnum`;

/** Reads types and published tables. `client` returns every value as text. */
export async function readCatalog(client: Client): Promise<Catalog> {
  const types = new Map<number, PgType>();
  for (const row of (await client.query(typesSql)).rows) types.set(Number(row.oid), pgType(row));
  const tables = new Map<string, TableLayout>();
  const keyless = new Set<string>();
  const byTable = Map.groupBy((await client.query(tablesSql)).rows, (row) => `${row.schemaname}.${row.tablename}`);
  for (const [key, rows] of byTable) {
    const primaryKey = rows
      .filter((row) => row.key_position !== null)
      .toSorted((a, b) => Number(a.key_position) - Number(b.key_position));
    if (primaryKey.length === 0) {
      keyless.add(key);
    }
    const columns = rows.map((row) => ({ name: row.attname as string, typeOid: Number(row.atttypid) }));
    const { schemaname, tablename } = rows[0];
    tables.set(
      key,
      layoutOf(
        schemaname,
        tablename,
        columns,
        primaryKey.map((row) => row.attname),
      ),
    );
  }
  return { types, tables, keyless };
}

function pgType(row: Record<string, string>): PgType {
  const name = row.typname ?? '';
  if (row.typtype === 'd') return { kind: 'domain', base: Number(row.typbasetype) };
  if (row.typcategory === 'A') return { kind: 'array', element: Number(row.typelem), delimiter: row.typdelim ?? ',' };
  if (row.typtype === 'c' || row.typtype === 'r' || row.typtype === 'm') return { kind: 'unsupported', name };
  return { kind: 'scalar', name };
}

/** Throws for tables whose rows the evaluator would render differently here than in production. */
export function assertSyncable(catalog: Catalog, layout: TableLayout): void {
  if (catalog.keyless.has(layout.key)) {
    throw new SyncStartError(`Table ${layout.key} is synced but has no primary key. Add one.`);
  }
  for (const column of layout.columns) {
    let type = catalog.types.get(column.typeOid);
    while (type?.kind === 'domain' || type?.kind === 'array') {
      type = catalog.types.get(type.kind === 'domain' ? type.base : type.element);
    }
    if (type?.kind === 'unsupported') {
      throw new SyncStartError(
        `Column ${layout.key}.${column.name} has type ${type.name}. Composite and range types cannot be synced.`,
      );
    }
  }
}

/** A domain's base type. */
export function baseType(types: TypeInfo, oid: number): PgType | undefined {
  const type = types.get(oid);
  return type?.kind === 'domain' ? baseType(types, type.base) : type;
}
