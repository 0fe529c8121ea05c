import type { SqliteJsonRow } from '@powersync/service-sync-rules';
import type { Catalog, TableLayout } from './catalog.ts';
import { OpLog } from './op-log.ts';
import type { LoadedRow } from './partition-rows.ts';
import type { Partition } from './partitions.ts';
import { cell, completed, rowKey } from './rows.ts';
import type { Change, RowValues, StoredRow, Transaction } from './rows.ts';
import type { RowEvaluator } from './rules.ts';

export const checkpointTable = 'embedded_sync.write_checkpoints';

/**
 * The loaded partitions (buckets and answers to parameter lookups) with their op logs, and the write checkpoints: always the state
 * at one commit. Partitions that no client asked for are not loaded. Only `apply` and `hold` change it, and both are synchronous.
 */
export class Store {
  readonly log = new OpLog();
  /** Incremented by every commit; compare it across an `await`. */
  version = 0;
  /** In the order in which they were last needed. */
  readonly #partitions = new Map<string, Partition>();
  /** The number of connections that need each partition. */
  readonly #wanted = new Map<string, number>();
  readonly #tables = new Map<string, Map<string, StoredRow>>();
  readonly #lookups = new Map<string, Map<string, SqliteJsonRow[]>>();
  readonly #writeCheckpoints = new Map<string, bigint>();
  readonly #evaluator: RowEvaluator;
  readonly #limits: { bytesPerRow: number; opsHeld: number };
  readonly #onSkipped: (sentence: string) => void;
  readonly #listeners = new Set<(transaction: Transaction) => void>();

  constructor(
    evaluator: RowEvaluator,
    limits: { bytesPerRow: number; opsHeld: number },
    onSkipped: (sentence: string) => void,
  ) {
    this.#evaluator = evaluator;
    this.#limits = limits;
    this.#onSkipped = onSkipped;
  }

  /** Applies one committed transaction in one step and notifies the listeners. */
  apply(transaction: Transaction): void {
    const { catalog, changes } = transaction;
    for (const change of changes) {
      const rows = this.#rowsOf(change.layout);
      if (change.kind === 'put') this.#put(catalog, rows, change);
      else if (change.kind === 'delete') this.#delete(rows, change.layout, rowKey(change.layout, change.old));
      else for (const key of [...rows.keys()]) this.#delete(rows, change.layout, key);
    }
    this.version++;
    for (const listener of this.#listeners) listener(transaction);
  }

  onCommit(listener: (transaction: Transaction) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Adds partitions in one step. The rows must be those of the latest commit, in the order in which clients should get them. */
  hold(partitions: Iterable<Partition>, loaded: Iterable<LoadedRow>): void {
    for (const partition of partitions) {
      this.#partitions.set(partition.id, partition);
      if (partition.kind === 'bucket') this.log.open(partition.id);
      else this.#lookups.set(partition.id, new Map());
    }
    for (const { layout, values, evaluated } of loaded) {
      const rows = this.#rowsOf(layout);
      const key = rowKey(layout, values);
      const subkey = `${layout.key}/${key}`;
      const outputs = evaluated.outputs.filter((output) => this.#fits(output.data, layout, key));
      const row = rows.get(key) ?? { layout, values, outputs: [], lookups: [] };
      for (const { bucket, type, id, data } of outputs) {
        this.log.put({ bucket, type, id, subkey }, data);
        row.outputs.push({ bucket, type, id });
      }
      for (const { lookup, rows: parameters } of evaluated.lookups) {
        this.#index(lookup, subkey, parameters);
        row.lookups.push(lookup);
      }
      if (row.outputs.length + row.lookups.length > 0) rows.set(key, row);
    }
    this.#shrink();
  }

  holds(id: string): boolean {
    return this.#partitions.has(id);
  }

  get partitions(): Partition[] {
    return [...this.#partitions.values()];
  }

  /** Registers a connection's need for a partition, which then stays loaded. It may not be loaded yet. */
  retain(id: string): void {
    this.#wanted.set(id, (this.#wanted.get(id) ?? 0) + 1);
    const partition = this.#partitions.get(id);
    if (partition) {
      this.#partitions.delete(id);
      this.#partitions.set(id, partition);
    }
  }

  release(id: string): void {
    const left = (this.#wanted.get(id) ?? 0) - 1;
    if (left > 0) this.#wanted.set(id, left);
    else this.#wanted.delete(id);
  }

  /** The answer to a loaded lookup. */
  lookup(serialized: string): SqliteJsonRow[] {
    return [...(this.#lookups.get(serialized)?.values() ?? [])].flat();
  }

  writeCheckpoint(userKey: string): bigint | undefined {
    return this.#writeCheckpoints.get(userKey);
  }

  /** Whether exactly this row is already stored: after a lost connection only differences are applied. */
  has(layout: TableLayout, values: RowValues): boolean {
    const stored = this.#tables.get(layout.key)?.get(rowKey(layout, values));
    return (
      stored !== undefined &&
      stored.layout.signature === layout.signature &&
      stored.values.every((value, at) => value === values[at])
    );
  }

  /** Deletions for every stored row of the table that is not in `seen`. */
  missing(layout: TableLayout, seen: ReadonlySet<string>): Change[] {
    const gone: Change[] = [];
    for (const [key, row] of this.#tables.get(layout.key) ?? []) {
      if (!seen.has(key)) gone.push({ kind: 'delete', layout: row.layout, old: row.values });
    }
    return gone;
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
    const values = completed(change, rows.get(oldKey));
    if (oldKey !== key) this.#delete(rows, layout, oldKey);
    if (values === null) {
      this.#onSkipped(`A change of ${layout.key} came without its long values and is not synced; restart the backend.`);
      return;
    }
    if (layout.key === checkpointTable) {
      this.#writeCheckpoints.set(cell(layout, values, 'user_key') ?? '', BigInt(cell(layout, values, 'id') ?? 0));
      rows.set(key, { layout, values, outputs: [], lookups: [] });
      return;
    }
    const evaluated = this.#evaluator.evaluate(catalog, layout, values);
    const subkey = `${layout.key}/${key}`;
    const outputs = evaluated.outputs.filter(
      (output) => this.log.buckets.has(output.bucket) && this.#fits(output.data, layout, key),
    );
    const lookups = evaluated.lookups.filter(({ lookup }) => this.#lookups.has(lookup));
    const previous = rows.get(key);
    if (previous) {
      const kept = new Set(outputs.map(outputKey));
      for (const output of previous.outputs) {
        if (!kept.has(outputKey(output))) this.log.remove({ ...output, subkey });
      }
      for (const lookup of previous.lookups) this.#lookups.get(lookup)?.delete(subkey);
    }
    for (const { bucket, type, id, data } of outputs) this.log.put({ bucket, type, id, subkey }, data);
    for (const { lookup, rows: parameters } of lookups) this.#index(lookup, subkey, parameters);
    if (outputs.length + lookups.length === 0) rows.delete(key);
    else {
      rows.set(key, {
        layout,
        values,
        outputs: outputs.map(({ bucket, type, id }) => ({ bucket, type, id })),
        lookups: lookups.map(({ lookup }) => lookup),
      });
    }
  }

  #delete(rows: Map<string, StoredRow>, layout: TableLayout, key: string): void {
    const row = rows.get(key);
    if (!row) return;
    const subkey = `${layout.key}/${key}`;
    for (const output of row.outputs) this.log.remove({ ...output, subkey });
    for (const lookup of row.lookups) this.#lookups.get(lookup)?.delete(subkey);
    if (layout.key === checkpointTable) this.#writeCheckpoints.delete(cell(row.layout, row.values, 'user_key') ?? '');
    rows.delete(key);
  }

  #fits(data: string, layout: TableLayout, key: string): boolean {
    if (data.length <= this.#limits.bytesPerRow) return true;
    this.#onSkipped(`The row ${key} of ${layout.key} is over ${this.#limits.bytesPerRow} bytes and is not synced.`);
    return false;
  }

  #index(lookup: string, subkey: string, parameters: SqliteJsonRow[]): void {
    const entry = this.#lookups.get(lookup);
    entry?.set(subkey, [...(entry.get(subkey) ?? []), ...parameters]);
  }

  /** Drops partitions that no connection needs, the longest unused first, if more is loaded than allowed. */
  #shrink(): void {
    const { opsHeld } = this.#limits;
    if (this.log.size <= opsHeld) return;
    const gone = new Set<string>();
    for (const { id, kind } of this.#partitions.values()) {
      // Shrinks well below the limit, so that the next scan of all rows is not needed soon.
      if (this.log.size <= opsHeld * 0.75) break;
      if (this.#wanted.has(id)) continue;
      gone.add(id);
      if (kind === 'bucket') this.log.close(id);
      else this.#lookups.delete(id);
    }
    for (const id of gone) this.#partitions.delete(id);
    for (const [table, rows] of this.#tables) {
      if (table === checkpointTable) continue;
      for (const [key, row] of rows) {
        row.outputs = row.outputs.filter(({ bucket }) => !gone.has(bucket));
        row.lookups = row.lookups.filter((lookup) => !gone.has(lookup));
        if (row.outputs.length + row.lookups.length === 0) rows.delete(key);
      }
    }
  }
}

function outputKey(output: { bucket: string; type: string; id: string }): string {
  return JSON.stringify([output.bucket, output.type, output.id]);
}
