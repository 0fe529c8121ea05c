import type {
  BucketDataSource,
  ParameterIndexLookupCreator,
  ScopedParameterLookup,
  SqliteJsonValue,
  TableProcessor,
} from '@powersync/service-sync-rules';
import { JSONBig } from '@powersync/service-jsonbig';
import type { CompiledRules } from './rules.ts';

/** The source of a partition's rows, and the part of the rules that evaluates them. */
export interface PartitionSource {
  /** The table and filter, as compiled from the rules. */
  readonly processors: readonly TableProcessor[];
  readonly bucketSources: BucketDataSource[];
  readonly lookupSources: ParameterIndexLookupCreator[];
}

/** A bucket, or the answer to one parameter lookup. It is loaded as a whole or not at all. */
export interface Partition {
  /** The bucket's name, or the lookup in its serialised form (which starts with `[`, unlike any bucket name). */
  readonly id: string;
  readonly kind: 'bucket' | 'lookup';
  readonly source: PartitionSource;
  /** The key values of the rows that belong to it. */
  readonly values: readonly SqliteJsonValue[];
}

/** Finds the part of the rules for a bucket name or a parameter lookup. */
export class PartitionIndex {
  readonly #buckets = new Map<string, PartitionSource>();
  readonly #lookups = new Map<string, PartitionSource>();
  readonly #prefix: string;

  constructor({ rules, plan, prefix }: CompiledRules) {
    this.#prefix = prefix;
    for (const { uniqueName, sources } of plan.buckets) {
      const bucketSources = rules.bucketDataSources.filter((source) => source.uniqueName === uniqueName);
      this.#buckets.set(uniqueName, { processors: sources, bucketSources, lookupSources: [] });
    }
    for (const creator of plan.parameterIndexes) {
      const { lookupName, queryId } = creator.defaultLookupScope;
      const lookupSources = rules.bucketParameterLookupSources.filter(
        ({ sourceId }) => sourceId.lookupName === lookupName && sourceId.queryId === queryId,
      );
      this.#lookups.set(lookupKey(lookupName, queryId), { processors: [creator], bucketSources: [], lookupSources });
    }
  }

  /** Throws Error for a name that does not come from the rules. */
  bucket(name: string): Partition {
    const at = name.indexOf('[');
    const source = this.#buckets.get(name.slice(this.#prefix.length, at));
    if (!source || !name.startsWith(this.#prefix)) throw new Error(`${name} is no bucket of these rules`);
    return { id: name, kind: 'bucket', source, values: JSONBig.parse(name.slice(at)) as SqliteJsonValue[] };
  }

  lookup(lookup: ScopedParameterLookup): Partition {
    const [lookupName, queryId, ...values] = lookup.values;
    const source = this.#lookups.get(lookupKey(lookupName, queryId));
    const id = lookup.serializedRepresentation;
    if (!source) throw new Error(`${id} is no lookup of these rules`);
    return { id, kind: 'lookup', source, values };
  }
}

function lookupKey(lookupName: unknown, queryId: unknown): string {
  return JSON.stringify([lookupName, queryId]);
}
