import {
  PrecompiledSyncConfig,
  SqlSyncRules,
  StaticSchema,
  toSyncRulesRow,
  versionedHydrationState,
} from '@powersync/service-sync-rules';
import type {
  BucketDataSource,
  DatabaseInputRow,
  HydratedSyncConfig,
  ParameterIndexLookupCreator,
  SqliteJsonRow,
  SyncPlan,
  YamlError,
} from '@powersync/service-sync-rules';
import { JSONBig } from '@powersync/service-jsonbig';
import { baseType } from './catalog.ts';
import type { Catalog, TableLayout } from './catalog.ts';
import { SyncStartError } from './errors.ts';
import type { KeptPlan, PlanInputs } from './kept-plan.ts';
import { decodeValue } from './values.ts';

/** The results of a row: its copies in buckets, and its answers to parameter lookups. */
export interface Evaluated {
  outputs: { bucket: string; type: string; id: string; data: string }[];
  lookups: { lookup: string; rows: SqliteJsonRow[] }[];
}

/** The parts of the rules that evaluate a table's rows. */
export interface Sources {
  bucketDataSources: BucketDataSource[];
  parameterLookupSources: ParameterIndexLookupCreator[];
}

export interface CompiledRules {
  rules: HydratedSyncConfig;
  /** How rows get into buckets and lookups. */
  plan: SyncPlan;
  /** The prefix of bucket names. */
  prefix: string;
}

/**
 * Compiles the rules against the real columns. `version` becomes the bucket-name prefix.
 * Throws SyncStartError with one line per error or warning, and for rules of the older form (bucket_definitions).
 * `kept`: the result of an earlier start is used if nothing has changed.
 */
export function compileRules(
  yaml: string,
  catalog: Catalog,
  version: number,
  file: string,
  kept?: KeptPlan,
): CompiledRules {
  const inputs = { yaml, schema: staticSchema(catalog), defaultSchema: 'public' };
  let config = kept?.read(inputs);
  if (!config) {
    config = compile(inputs, file);
    kept?.write(inputs, config);
  }
  const rules = config.hydrate({ hydrationState: versionedHydrationState(version), sqlite: null });
  return { rules, plan: config.plan, prefix: `${version}#` };
}

function compile({ yaml, ...options }: PlanInputs, file: string): PrecompiledSyncConfig {
  const { config, errors } = SqlSyncRules.fromYaml(yaml, { throwOnError: false, ...options });
  if (errors.length > 0) throw new SyncStartError(describe(yaml, errors, file));
  if (!(config instanceof PrecompiledSyncConfig)) {
    throw new SyncStartError(`${file} must use sync streams (config: edition: 3).`);
  }
  return config;
}

function staticSchema(catalog: Catalog): StaticSchema {
  const tables = Map.groupBy(catalog.tables.values(), (table) => table.ref.schema);
  const schemas = [...tables].map(([name, list]) => ({
    name,
    tables: list.map((table) => ({
      name: table.ref.name,
      columns: table.columns.map((column) => ({ name: column.name, pg_type: typeName(catalog, column.typeOid) })),
    })),
  }));
  return new StaticSchema([{ tag: 'default', schemas }]);
}

/** Arrays and unsyncable types count as text. */
function typeName(catalog: Catalog, oid: number): string {
  const type = baseType(catalog.types, oid);
  return type?.kind === 'scalar' ? type.name : 'text';
}

function describe(yaml: string, errors: YamlError[], file: string): string {
  const lines = errors.map((error) => {
    const line = yaml.slice(0, error.location?.start ?? 0).split('\n').length;
    const message = error.message.split('\n')[0] ?? '';
    const { start, end } = error.location ?? { start: 0, end: 0 };
    const place = yaml.slice(start, end).replace(/\n.*/s, '').slice(0, 80);
    const kind = error.type === 'fatal' ? 'error' : 'warning';
    return `${file}, line ${line}: ${kind}: ${message}${place ? ` Here: ${place}` : ''}`;
  });
  return `The sync rules have ${errors.length === 1 ? 'a problem' : 'problems'}. ${lines.join('\n')}`;
}

/**
 * Evaluates complete rows (every column as Postgres text). Evaluation errors go to `onError`; the row then syncs
 * nowhere.
 */
export class RowEvaluator {
  readonly #rules: HydratedSyncConfig;
  readonly #onError: (sentence: string) => void;
  readonly #remembered = new Map<string, Sources>();

  constructor(rules: HydratedSyncConfig, onError: (sentence: string) => void) {
    this.#rules = rules;
    this.#onError = onError;
  }

  /**
   * Evaluates a row by all rules, or by some of their sources. Never throws: a row that cannot be evaluated must not
   * leave a transaction half applied.
   */
  evaluate(catalog: Catalog, layout: TableLayout, values: (string | null)[], only?: Sources): Evaluated {
    try {
      return this.#evaluate(catalog, layout, values, only ?? this.#rules.getMatchingSources(layout.ref));
    } catch (error) {
      this.#onError(`A row of ${layout.key} could not be evaluated: ${String(error)}`);
      return { outputs: [], lookups: [] };
    }
  }

  /** Returns the same object for the same sources: the rules cache their preparation by the identity of the list. */
  remembered(sources: Sources): Sources {
    const name = JSON.stringify([
      sources.bucketDataSources.map(({ uniqueName }) => uniqueName),
      sources.parameterLookupSources.map(({ sourceId }) => sourceId),
    ]);
    const known = this.#remembered.get(name) ?? sources;
    this.#remembered.set(name, known);
    return known;
  }

  #evaluate(catalog: Catalog, layout: TableLayout, values: (string | null)[], sources: Sources): Evaluated {
    const input: DatabaseInputRow = {};
    layout.columns.forEach(({ name, typeOid }, at) => {
      const text = values[at];
      input[name] = text == null ? null : decodeValue(catalog.types, typeOid, text);
    });
    const record = this.#rules.applyRowContext<never>(toSyncRulesRow(input));
    const { bucketDataSources, parameterLookupSources } = sources;
    const evaluated: Evaluated = { outputs: [], lookups: [] };
    if (bucketDataSources.length > 0) {
      const { results, errors } = this.#rules.evaluateRowWithErrors({
        sourceTable: layout.ref,
        record,
        bucketDataSources,
      });
      // The copies of a row mostly have the same columns; serialising them once saves a third of the start time.
      let last: { data: SqliteJsonRow; text: string } | null = null;
      for (const { bucket, table, id, data } of results) {
        if (last === null || !sameRow(last.data, data)) last = { data, text: JSONBig.stringify(data) };
        evaluated.outputs.push({ bucket, type: table, id, data: last.text });
      }
      for (const { error } of errors) this.#onError(`A row of ${layout.key} could not be evaluated: ${error}`);
    }
    if (parameterLookupSources.length > 0) {
      const { results, errors } = this.#rules.evaluateParameterRowWithErrors(layout.ref, record, {
        parameterLookupSources,
      });
      for (const { lookup, bucketParameters } of results) {
        evaluated.lookups.push({ lookup: lookup.serializedRepresentation, rows: bucketParameters });
      }
      for (const { error } of errors) this.#onError(`A row of ${layout.key} could not be evaluated: ${error}`);
    }
    return evaluated;
  }
}

function sameRow(a: SqliteJsonRow, b: SqliteJsonRow): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => name in b && Object.is(a[name], b[name]));
}
