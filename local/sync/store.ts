import type { SqliteJsonRow } from '@powersync/service-sync-rules';
import type { Catalog, TableLayout } from './catalog.ts';
import { OpLog } from './op-log.ts';
import type { WireValue } from './pgoutput.ts';
import type { RowEvaluator } from './rules.ts';

export type Change =
  | { kind: 'put'; layout: TableLayout; old: WireValue[] | null; values: WireValue[] }
  | { kind: 'delete'; layout: TableLayout; old: WireValue[] }
  | { kind: 'truncate'; layout: TableLayout };

interface StoredRow {
  layout: TableLayout;
  values: (string | null)[];
  outputs: { bucket: string; type: string; id: string }[];
  lookups: string[];
}

export const checkpointTable = 'embedded_sync.write_checkpoints';

/**
 * The current rows, the op log made from them, the parameter index and the write checkpoints: always the state at one
 * commit. `apply` is the only way in, and it is synchronous.
 */
export class Store {
  readonly log = new OpLog();
  /** Raised by every commit; compare it across an `await`. */
  version = 0;
  readonly #tables = new Map<string, Map<string, StoredRow>>();
  readonly #lookups = new Map<string, Map<string, SqliteJsonRow[]>>();
  readonly #writeCheckpoints = new Map<string, bigint>();
  readonly #evaluator: RowEvaluator;
  readonly #bytesPerRow: number;
  readonly #onSkipped: (sentence: string) => void;
  readonly #listeners = new Set<() => void>();

  constructor(evaluator: RowEvaluator, bytesPerRow: number, onSkipped: (sentence: string) => void) {
    this.#evaluator = evaluator;
    this.#bytesPerRow = bytesPerRow;
    this.#onSkipped = onSkipped;
  }

  /** Applies one committed transaction in one step and tells the listeners. */
  apply(catalog: Catalog, changes: Change[]): void {
    for (const change of changes) {
      const rows = this.#rowsOf(change.layout);
      if (change.kind === 'put') this.#put(catalog, rows, change);
      else if (change.kind === 'delete') this.#delete(rows, change.layout, rowKey(change.layout, change.old));
      else for (const key of [...rows.keys()]) this.#delete(rows, change.layout, key);
    }
    this.version++;
    for (const listener of this.#listeners) listener();
  }

  onCommit(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  lookup(serialized: string): SqliteJsonRow[] {
    return [...(this.#lookups.get(serialized)?.values() ?? [])].flat();
  }

  writeCheckpoint(userKey: string): bigint | undefined {
    return this.#writeCheckpoints.get(userKey);
  }

  /** True if exactly this row is already stored: a snapshot after a lost connection only needs the differences. */
  has(layout: TableLayout, values: (string | null)[]): boolean {
    const stored = this.#tables.get(layout.key)?.get(rowKey(layout, values));
    return (
      stored !== undefined &&
      stored.layout.signature === layout.signature &&
      stored.values.every((value, at) => value === values[at])
    );
  }

  /** Deletions for every stored row of the table that `seen` does not name. */
  missing(layout: TableLayout, seen: ReadonlySet<string>): Change[] {
    const gone: Change[] = [];
    for (const [key, row] of this.#tables.get(layout.key) ?? []) {
      if (!seen.has(key)) gone.push({ kind: 'delete', layout: row.layout, old: row.values });
    }
    return gone;
  }

  get rowCount(): number {
    return [...this.#tables.values()].reduce((sum, rows) => sum + rows.size, 0);
  }

  #rowsOf(layout: TableLayout): Map<string, StoredRow> {
    let rows = this.#tables.get(layout.key);
    if (!rows) this.#tables.set(layout.key, (rows = new Map()));
    return rows;
  }

  #put(catalog: Catalog, rows: Map<string, StoredRow>, change: Change & { kind: 'put' }): void {
    const { layout } = change;
    const key = rowKey(layout, change.values);
    const oldKey = change.old ? rowKey(layout, change.old) : key;
    const before = rows.get(oldKey);
    const values = completed(change.values, layout, before);
    if (oldKey !== key) this.#delete(rows, layout, oldKey);
    if (layout.key === checkpointTable) {
      this.#writeCheckpoints.set(cell(layout, values, 'user_key') ?? '', BigInt(cell(layout, values, 'id') ?? 0));
      rows.set(key, { layout, values, outputs: [], lookups: [] });
      return;
    }
    const evaluated = this.#evaluator.evaluate(catalog, layout, values);
    const subkey = `${layout.key}/${key}`;
    const outputs = evaluated.outputs.filter((output) => this.#fits(output.data, layout, key));
    const previous = rows.get(key);
    if (previous) {
      const kept = new Set(outputs.map(outputKey));
      for (const output of previous.outputs) {
        if (!kept.has(outputKey(output))) this.log.remove({ ...output, subkey });
      }
    }
    for (const { bucket, type, id, data } of outputs) this.log.put({ bucket, type, id, subkey }, data);
    for (const lookup of previous?.lookups ?? []) this.#unindex(lookup, subkey);
    for (const { lookup, rows: parameters } of evaluated.lookups) this.#index(lookup, subkey, parameters);
    rows.set(key, {
      layout,
      values,
      outputs: outputs.map(({ bucket, type, id }) => ({ bucket, type, id })),
      lookups: evaluated.lookups.map(({ lookup }) => lookup),
    });
  }

  #delete(rows: Map<string, StoredRow>, layout: TableLayout, key: string): void {
    const row = rows.get(key);
    if (!row) return;
    const subkey = `${layout.key}/${key}`;
    for (const output of row.outputs) this.log.remove({ ...output, subkey });
    for (const lookup of row.lookups) this.#unindex(lookup, subkey);
    if (layout.key === checkpointTable) this.#writeCheckpoints.delete(cell(row.layout, row.values, 'user_key') ?? '');
    rows.delete(key);
  }

  #fits(data: string, layout: TableLayout, key: string): boolean {
    if (data.length <= this.#bytesPerRow) return true;
    this.#onSkipped(`The row ${key} of ${layout.key} is over ${this.#bytesPerRow} bytes and is not synced.`);
    return false;
  }

  #index(lookup: string, subkey: string, parameters: SqliteJsonRow[]): void {
    let entry = this.#lookups.get(lookup);
    if (!entry) this.#lookups.set(lookup, (entry = new Map()));
    entry.set(subkey, [...(entry.get(subkey) ?? []), ...parameters]);
  }

  #unindex(lookup: string, subkey: string): void {
    const entry = this.#lookups.get(lookup);
    entry?.delete(subkey);
    if (entry?.size === 0) this.#lookups.delete(lookup);
  }
}

/** The primary key as JSON text: stable, and unambiguous for compound keys. */
export function rowKey(layout: TableLayout, values: readonly WireValue[]): string {
  return JSON.stringify(layout.primaryKey.map((at) => values[at] ?? null));
}

function outputKey(output: { bucket: string; type: string; id: string }): string {
  return JSON.stringify([output.bucket, output.type, output.id]);
}

function cell(layout: TableLayout, values: (string | null)[], name: string): string | null {
  return values[layout.columns.findIndex((column) => column.name === name)] ?? null;
}

/** Fills unchanged TOAST values, which replication leaves out, from the row as it was. */
function completed(values: WireValue[], layout: TableLayout, before: StoredRow | undefined): (string | null)[] {
  return layout.columns.map(({ name }, at) => {
    const value = values[at];
    if (value !== undefined) return value;
    return before ? cell(before.layout, before.values, name) : null;
  });
}
