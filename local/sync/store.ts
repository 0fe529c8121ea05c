import { hash as digest } from 'node:crypto';
import type { SqliteJsonRow } from '@powersync/service-sync-rules';
import type { Catalog, TableLayout } from './catalog.ts';
import { OpLog } from './op-log.ts';
import type { Bucket, OpTarget } from './op-log.ts';
import type { LoadedRow } from './partition-rows.ts';
import type { Partition } from './partitions.ts';
import { cell, completed, primaryKeyOf, rowKey, subkeyOf } from './rows.ts';
import type { Change, RowValues, Transaction } from './rows.ts';
import type { Evaluated, RowEvaluator } from './rules.ts';

export const checkpointTable = 'embedded_sync.write_checkpoints';

/** The answer to a parameter lookup: the results of each row. */
interface Answer {
  id: string;
  rows: Map<string, SqliteJsonRow[]>;
}

/** A row of a loaded partition: what it is in, not its values, which are in the operations as clients get them. */
interface StoredRow {
  layout: TableLayout;
  fingerprint: string;
  outputs: { bucket: Bucket; target: OpTarget }[];
  answers: Answer[];
}

/**
 * The loaded partitions (buckets and answers to parameter lookups) with their op logs, and the write checkpoints:
 * always the state at one commit. Partitions that no client asked for are not loaded. Only `apply` and `hold` change
 * it, and both are synchronous.
 */
export class Store {
  readonly log = new OpLog();
  /** Incremented by every commit; compare it across an `await`. */
  version = 0;
  /** Incremented by every commit that may have changed an answer. */
  answersVersion = 0;
  /** In the order in which they were last needed. */
  readonly #partitions = new Map<string, Partition>();
  /** The number of connections that need each partition. */
  readonly #wanted = new Map<string, number>();
  readonly #tables = new Map<string, Map<string, StoredRow>>();
  readonly #answers = new Map<string, Answer>();
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
    this.log.changed.clear();
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

  /**
   * Adds partitions in one step. The rows must be those of the latest commit, in the order in which clients should get
   * them.
   */
  hold(partitions: Iterable<Partition>, loaded: Iterable<LoadedRow>): void {
    for (const partition of partitions) {
      this.#partitions.set(partition.id, partition);
      if (partition.kind === 'bucket') this.log.open(partition.id);
      else this.#answers.set(partition.id, { id: partition.id, rows: new Map() });
    }
    for (const { layout, values, evaluated } of loaded) {
      const rows = this.#rowsOf(layout);
      const key = rowKey(layout, values);
      const row = rows.get(key) ?? { layout, fingerprint: fingerprint(layout, values), outputs: [], answers: [] };
      this.#add(row, key, this.#fitting(evaluated, layout, key));
      if (row.outputs.length + row.answers.length > 0) rows.set(key, row);
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
    return [...(this.#answers.get(serialized)?.rows.values() ?? [])].flat();
  }

  writeCheckpoint(userKey: string): bigint | undefined {
    return this.#writeCheckpoints.get(userKey);
  }

  /** Whether exactly this row is already stored: after a lost connection only differences are applied. */
  has(layout: TableLayout, values: RowValues): boolean {
    const stored = this.#tables.get(layout.key)?.get(rowKey(layout, values));
    return stored?.fingerprint === fingerprint(layout, values);
  }

  /** Deletions for every stored row of the table that is not in `seen`. */
  missing(layout: TableLayout, seen: ReadonlySet<string>): Change[] {
    const gone: Change[] = [];
    for (const [key, row] of this.#tables.get(layout.key) ?? []) {
      if (seen.has(key)) continue;
      const old: RowValues = row.layout.columns.map(() => null);
      for (const [at, value] of primaryKeyOf(key).entries()) old[row.layout.primaryKey[at] ?? -1] = value;
      gone.push({ kind: 'delete', layout: row.layout, old });
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
    const values = completed(change);
    if (oldKey !== key) this.#delete(rows, layout, oldKey);
    if (values === null) {
      this.#onSkipped(`A change of ${layout.key} came without its long values and is not synced; restart the backend.`);
      return;
    }
    if (layout.key === checkpointTable) {
      this.#writeCheckpoints.set(cell(layout, values, 'user_key') ?? '', BigInt(cell(layout, values, 'id') ?? 0));
      rows.set(key, { layout, fingerprint: fingerprint(layout, values), outputs: [], answers: [] });
      return;
    }
    const previous = rows.get(key);
    const evaluated = this.#fitting(this.#evaluator.evaluate(catalog, layout, values), layout, key);
    const kept = new Set(evaluated.outputs.map(outputKey));
    for (const { bucket, target } of previous?.outputs ?? []) {
      if (!kept.has(outputKey({ ...target, bucket: bucket.id }))) this.log.remove(bucket, target);
    }
    for (const answer of previous?.answers ?? []) answer.rows.delete(key);
    const row: StoredRow = { layout, fingerprint: fingerprint(layout, values), outputs: [], answers: [] };
    this.#add(row, key, evaluated);
    if ((previous?.answers.length ?? 0) + row.answers.length > 0) this.answersVersion++;
    if (row.outputs.length + row.answers.length === 0) rows.delete(key);
    else rows.set(key, row);
  }

  /** Adds a row's results to the loaded partitions that they belong to. */
  #add(row: StoredRow, key: string, { outputs, lookups }: Evaluated): void {
    const { layout } = row;
    let target: OpTarget | undefined;
    let text = { given: '', flat: '' };
    for (const { bucket: name, type, id, data } of outputs) {
      const bucket = this.log.buckets.get(name);
      if (!bucket) continue;
      // A row has mostly one form, which all its buckets share.
      if (target?.type !== type || target.id !== id) target = { type, id, subkey: subkeyOf(layout, key, id) };
      if (text.given !== data) text = { given: data, flat: flat(data) };
      this.log.put(bucket, target, text.flat);
      row.outputs.push({ bucket, target });
    }
    for (const { lookup, rows } of lookups) {
      const answer = this.#answers.get(lookup);
      if (!answer) continue;
      answer.rows.set(key, [...(answer.rows.get(key) ?? []), ...rows]);
      row.answers.push(answer);
    }
  }

  #delete(rows: Map<string, StoredRow>, layout: TableLayout, key: string): void {
    const row = rows.get(key);
    if (!row) return;
    for (const { bucket, target } of row.outputs) this.log.remove(bucket, target);
    for (const answer of row.answers) answer.rows.delete(key);
    if (row.answers.length > 0) this.answersVersion++;
    if (layout.key === checkpointTable) this.#writeCheckpoints.delete(primaryKeyOf(key)[0] ?? '');
    rows.delete(key);
  }

  /** Only the outputs in loaded buckets, without those that are too large. */
  #fitting({ outputs, lookups }: Evaluated, layout: TableLayout, key: string): Evaluated {
    const { bytesPerRow } = this.#limits;
    const loaded = outputs.filter(({ bucket }) => this.log.buckets.has(bucket));
    const fitting = loaded.filter(({ data }) => data.length <= bytesPerRow);
    if (fitting.length < loaded.length) {
      const row = JSON.stringify(primaryKeyOf(key));
      this.#onSkipped(`The row ${row} of ${layout.key} is over ${bytesPerRow} bytes and is not synced.`);
    }
    return { outputs: fitting, lookups };
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
      else this.#answers.delete(id);
    }
    for (const id of gone) this.#partitions.delete(id);
    for (const [table, rows] of this.#tables) {
      if (table === checkpointTable) continue;
      for (const [key, row] of rows) {
        row.outputs = row.outputs.filter(({ bucket }) => !gone.has(bucket.id));
        row.answers = row.answers.filter(({ id }) => !gone.has(id));
        if (row.outputs.length + row.answers.length === 0) rows.delete(key);
      }
    }
  }
}

function outputKey(output: { bucket: string; type: string; id: string }): string {
  return JSON.stringify([output.bucket, output.type, output.id]);
}

/** Tells whether a row has changed. */
function fingerprint(layout: TableLayout, values: RowValues): string {
  return digest('sha1', JSON.stringify([layout.signature, values]), 'buffer').toString('latin1', 0, 12);
}

/** The same text in one piece. A concatenated text keeps all its parts, which takes several times the memory. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
