import type { Catalog, TableLayout } from './catalog.ts';
import type { Partition } from './partitions.ts';
import { completed, rowKey } from './rows.ts';
import type { RowValues, Transaction } from './rows.ts';
import type { Evaluated, RowEvaluator, Sources } from './rules.ts';

/** A row that was read for partitions, and its results. */
export interface LoadedRow {
  layout: TableLayout;
  values: RowValues;
  evaluated: Evaluated;
}

/** The rows of partitions that are being loaded. */
export class PartitionRows {
  readonly #evaluator: RowEvaluator;
  readonly #ids: ReadonlySet<string>;
  readonly #partitions: readonly Partition[];
  readonly #tables = new Map<string, Map<string, LoadedRow>>();
  readonly #sources = new Map<string, Sources>();

  constructor(evaluator: RowEvaluator, partitions: readonly Partition[]) {
    this.#evaluator = evaluator;
    this.#partitions = partitions;
    this.#ids = new Set(partitions.map(({ id }) => id));
  }

  /** In the order in which they were added. */
  *[Symbol.iterator](): Generator<LoadedRow> {
    for (const table of this.#tables.values()) yield* table.values();
  }

  /** Adds a row from the database snapshot. */
  add(catalog: Catalog, layout: TableLayout, values: RowValues): void {
    const table = this.#tableOf(layout);
    const key = rowKey(layout, values);
    if (!table.has(key)) table.set(key, this.#evaluated(catalog, layout, values));
  }

  /** Applies a transaction to the rows. */
  replay({ catalog, changes }: Transaction): void {
    for (const change of changes) {
      const { layout } = change;
      const table = this.#tableOf(layout);
      if (change.kind === 'truncate') table.clear();
      else if (change.kind === 'delete') table.delete(rowKey(layout, change.old));
      else {
        const oldKey = rowKey(layout, change.old ?? change.values);
        const values = completed(change, table.get(oldKey));
        const key = rowKey(layout, change.values);
        if (oldKey !== key || values === null) table.delete(oldKey);
        if (values !== null) table.set(key, this.#evaluated(catalog, layout, values));
      }
    }
  }

  #tableOf(layout: TableLayout): Map<string, LoadedRow> {
    let table = this.#tables.get(layout.key);
    if (!table) this.#tables.set(layout.key, (table = new Map()));
    return table;
  }

  #evaluated(catalog: Catalog, layout: TableLayout, values: RowValues): LoadedRow {
    const { outputs, lookups } = this.#evaluator.evaluate(catalog, layout, values, this.#sourcesOf(layout));
    return {
      layout,
      values,
      evaluated: {
        outputs: outputs.filter(({ bucket }) => this.#ids.has(bucket)),
        lookups: lookups.filter(({ lookup }) => this.#ids.has(lookup)),
      },
    };
  }

  /** Only the sources of these partitions: evaluating all the rules would take ten times as long. */
  #sourcesOf(layout: TableLayout): Sources {
    const known = this.#sources.get(layout.key);
    if (known) return known;
    const all = [...new Set(this.#partitions.map(({ source }) => source))];
    const sources = this.#evaluator.remembered({
      bucketDataSources: all.flatMap((one) => one.bucketSources.filter((source) => source.tableSyncsData(layout.ref))),
      parameterLookupSources: all.flatMap((one) =>
        one.lookupSources.filter((source) => source.tableSyncsParameters(layout.ref)),
      ),
    });
    this.#sources.set(layout.key, sources);
    return sources;
  }
}
