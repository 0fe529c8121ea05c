import type { SqliteJsonValue, TableProcessor } from '@powersync/service-sync-rules';
import { escapeIdentifier, escapeLiteral } from 'pg';
import type { Catalog, TableLayout } from './catalog.ts';
import { baseType } from './catalog.ts';

type Expression = TableProcessor['filters'][number];

/** A query for the rows of a table that may belong to partitions. */
export interface RowQuery {
  text: string;
  values: string[][];
}

/** A key of a partition as a Postgres expression. */
interface Key {
  sql: string;
  type: string;
  /** The function applied to both sides, if any. */
  fold: string;
  /** The value in Postgres's text format, or undefined if no row can have it. */
  convert(value: SqliteJsonValue): string | undefined;
}

const int = { int2: 16n, int4: 32n, int8: 64n } as const;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The query that finds the rows of partitions with these key values, in primary-key order; null if no row can belong to
 * them. It may find too many rows, never too few: the evaluator decides what a row belongs to, and conditions that
 * cannot be expressed here (other functions, other types) are omitted.
 */
export function rowQuery(
  catalog: Catalog,
  layout: TableLayout,
  processor: TableProcessor,
  partitions: readonly (readonly SqliteJsonValue[])[],
): RowQuery | null {
  const columns = layout.columns.map((column) => escapeIdentifier(column.name));
  const table = `${escapeIdentifier(layout.ref.schema)}.${escapeIdentifier(layout.ref.name)}`;
  const conditions = processor.filters.flatMap((filter) => condition(filter, catalog, layout) ?? []);
  const keys = processor.parameters.map(({ expr }) => keyOf(expr, catalog, layout));
  const known = keys.flatMap((key, at) => (key ? [{ key, at }] : []));
  let values: string[][] = [];
  if (known.length > 0) {
    const tuples = partitions
      .map((partition) => known.map(({ key, at }) => key.convert(partition[at] ?? null)))
      .filter((tuple) => tuple.every((value) => value !== undefined));
    if (tuples.length === 0) return null;
    values = known.map((_, at) => tuples.map((tuple) => tuple[at] ?? ''));
    const arrays = known.map(({ key }, at) => `$${at + 1}::${key.type}[]`).join();
    const sides = known.map(({ key }) => `${key.fold}(${key.sql})`).join();
    const given = known.map(({ key }, at) => `${key.fold}(v${at})`).join();
    const names = known.map((_, at) => `v${at}`).join();
    const plain = known.length === 1 && known[0]?.key.fold === '';
    // An array for a single plain key, because planners handle that best.
    conditions.push(
      plain ? `${sides} = any(${arrays})` : `(${sides}) in (select ${given} from unnest(${arrays}) as given(${names}))`,
    );
  }
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const order = layout.primaryKey.map((at) => columns[at]).join();
  return { text: `select ${columns.join()} from only ${table}${where} order by ${order}`, values };
}

function keyOf(expr: Expression, catalog: Catalog, layout: TableLayout): Key | null {
  if (expr.type === 'data' && 'column' in expr.source) return columnKey(expr.source.column, catalog, layout);
  if (expr.type === 'function' && expr.function === 'lower' && expr.parameters.length === 1) {
    const inner = expr.parameters[0] && keyOf(expr.parameters[0], catalog, layout);
    // SQLite folds ASCII only; folding both sides finds its rows too.
    return inner?.type === 'text' && inner.fold === '' ? { ...inner, fold: 'lower' } : null;
  }
  if (expr.type === 'binary' && expr.operator === '||' && expr.left.type === 'lit_string') {
    const prefix = expr.left.value;
    const inner = keyOf(expr.right, catalog, layout);
    if (inner?.type !== 'text' || inner.fold !== '') return null;
    const rest = (value: SqliteJsonValue): string | undefined =>
      typeof value === 'string' && value.startsWith(prefix) ? inner.convert(value.slice(prefix.length)) : undefined;
    return { ...inner, convert: rest };
  }
  return null;
}

function columnKey(name: string, catalog: Catalog, layout: TableLayout): Key | null {
  const column = layout.columns.find((one) => one.name === name);
  const base = column && baseType(catalog.types, column.typeOid);
  const type = base?.kind === 'scalar' ? base.name : undefined;
  const sql = escapeIdentifier(name);
  switch (type) {
    case 'text':
    case 'varchar':
      return { sql, type: 'text', fold: '', convert: textOf };
    case 'uuid':
      return {
        sql,
        type,
        fold: '',
        convert: (value) => (typeof value === 'string' && uuid.test(value) ? value : undefined),
      };
    case 'int2':
    case 'int4':
    case 'int8': {
      const bound = 1n << (int[type] - 1n);
      const convert = (value: SqliteJsonValue): string | undefined =>
        typeof value === 'bigint' && value >= -bound && value < bound ? String(value) : undefined;
      return { sql, type, fold: '', convert };
    }
    case 'bool':
      return {
        sql,
        type,
        fold: '',
        convert: (value) => (value === 0n || value === 1n ? String(value === 1n) : undefined),
      };
    default:
      return null;
  }
}

/** A condition that holds for every row for which the expression is true, or null if there is none. */
function condition(expr: Expression, catalog: Catalog, layout: TableLayout): string | null {
  if (expr.type !== 'binary') return null;
  const { left, right, operator } = expr;
  if (operator === 'and' || operator === 'or') {
    const sides = [condition(left, catalog, layout), condition(right, catalog, layout)];
    const said = sides.filter((side) => side !== null);
    if (said.length === 0 || (operator === 'or' && said.length < 2)) return null;
    return `(${said.join(` ${operator} `)})`;
  }
  if (operator !== '=') return null;
  const literal = literalOf(right) ?? literalOf(left);
  const other = literalOf(right) === undefined ? right : left;
  if (literal === undefined || other.type !== 'data' || !('column' in other.source)) return null;
  const key = columnKey(other.source.column, catalog, layout);
  const value = key?.convert(literal);
  return key && value !== undefined ? `${key.sql} = ${escapeLiteral(value)}` : null;
}

function literalOf(expr: Expression): SqliteJsonValue | undefined {
  if (expr.type === 'lit_string') return expr.value;
  if (expr.type === 'lit_int') return BigInt(expr.base10);
  return undefined;
}

/** Postgres text cannot contain NUL, so no row has such a value. */
function textOf(value: SqliteJsonValue): string | undefined {
  return typeof value === 'string' && !value.includes('\0') ? value : undefined;
}
