import type { Catalog, TableLayout } from './catalog.ts';
import type { WireValue } from './pgoutput.ts';

/** A row as Postgres text. */
export type RowValues = (string | null)[];

/** `oldIsWhole`: `old` is the complete previous row, not just its key. */
export type Change =
  | { kind: 'put'; layout: TableLayout; old: WireValue[] | null; oldIsWhole: boolean; values: WireValue[] }
  | { kind: 'delete'; layout: TableLayout; old: WireValue[] }
  | { kind: 'truncate'; layout: TableLayout };

/** One committed transaction. */
export interface Transaction {
  catalog: Catalog;
  changes: Change[];
  /** The low 32 bits of its id in Postgres; absent for the differences after a lost connection. */
  xid?: number;
}

/** The table and the primary key as JSON text: stable, and unambiguous for compound keys. */
export function rowKey(layout: TableLayout, values: readonly WireValue[]): string {
  return JSON.stringify([layout.key, ...layout.primaryKey.map((at) => values[at] ?? null)]);
}

/** Distinguishes rows with the same type and id: the row's key, or only its table if the primary key is that id. */
export function subkeyOf(layout: TableLayout, key: string, id: string): string {
  const [first, ...more] = primaryKeyOf(key);
  return first === id && more.length === 0 ? layout.key : key;
}

/** The values of the primary key in a row's key. */
export function primaryKeyOf(key: string): RowValues {
  return (JSON.parse(key) as RowValues).slice(1);
}

export function cell(layout: TableLayout, values: RowValues, name: string): string | null {
  return values[layout.columns.findIndex((column) => column.name === name)] ?? null;
}

/**
 * The complete new row. Replication omits unchanged TOAST values; they come from the previous row, which is either
 * known or part of the message (replica identity full). Null if neither has them.
 */
export function completed(
  change: Change & { kind: 'put' },
  before?: { layout: TableLayout; values: RowValues },
): RowValues | null {
  const { layout, old, oldIsWhole, values } = change;
  const whole: RowValues = [];
  for (const [at, { name }] of layout.columns.entries()) {
    const value = values[at];
    const known = oldIsWhole ? old?.[at] : undefined;
    if (value !== undefined) whole.push(value);
    else if (before) whole.push(cell(before.layout, before.values, name));
    else if (known !== undefined) whole.push(known);
    else return null;
  }
  return whole;
}
