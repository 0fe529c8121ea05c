import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BaseJwtPayload, mergeBuckets, RequestParameters } from '@powersync/service-sync-rules';
import type { SqliteJsonRow } from '@powersync/service-sync-rules';
import pg from 'pg';
import { readCatalog } from '../../local/sync/catalog.ts';
import type { Catalog } from '../../local/sync/catalog.ts';
import { compileRules, RowEvaluator } from '../../local/sync/rules.ts';
import type { CompiledRules, Evaluated } from '../../local/sync/rules.ts';

const FILE = join(import.meta.dirname, '../../sync-rules.yaml');

/** The rows of a device after a complete sync. */
export interface Replica {
  /** Client table → row id → row, in SQLite's types. A second bucket with other values for the same row throws. */
  readonly tables: Map<string, Map<string, Record<string, unknown>>>;
  readonly buckets: readonly string[];
  readonly parameterRows: number;
  ids(table: string): string[];
}

export interface SyncRequest {
  readonly userId: string;
  /** The token's audience; by default the one of members' tokens, and for the user `guest` the one of guests'. */
  readonly audience?: string;
  /** Streams beside the automatic ones, with the client's parameters. */
  readonly streams?: Record<string, Record<string, unknown>[]>;
}

interface Evaluations {
  readonly compiled: CompiledRules;
  /** By table and row. */
  readonly known: Map<string, Evaluated>;
}

let last: { tables: string; evaluations: Evaluations } | undefined;
/** Beyond it, they would take more memory than they save time. */
const MOST_KNOWN = 100_000;

/**
 * Compiling and evaluating take nearly all of the time of a replica. The tables do not change, and few rows between two
 * replicas.
 */
function evaluationsFor(catalog: Catalog): Evaluations {
  const tables = JSON.stringify([...catalog.tables.values()].map(({ key, signature }) => [key, signature]));
  if (last?.tables !== tables) {
    const compiled = compileRules(readFileSync(FILE, 'utf8'), catalog, 1, 'sync-rules.yaml');
    last = { tables, evaluations: { compiled, known: new Map() } };
  }
  if (last.evaluations.known.size > MOST_KNOWN) last.evaluations.known.clear();
  return last.evaluations;
}

/** Evaluates sync-rules.yaml with PowerSync's own evaluator over every row of the database. */
export async function readReplica(url: string, request: SyncRequest): Promise<Replica> {
  const client = new pg.Client({
    connectionString: url,
    types: { getTypeParser: () => (text: string) => text },
  });
  await client.connect();
  try {
    const catalog = await readCatalog(client);
    const { compiled, known } = evaluationsFor(catalog);
    const { rules } = compiled;
    const evaluator = new RowEvaluator(rules, (sentence) => {
      throw new Error(sentence);
    });
    const buckets = new Map<string, { type: string; id: string; data: string }[]>();
    const lookups = new Map<string, SqliteJsonRow[]>();
    for (const layout of catalog.tables.values()) {
      const names = layout.columns.map((column) => client.escapeIdentifier(column.name)).join();
      const { rows } = await client.query<(string | null)[]>({
        text: `select ${names} from ${layout.key}`,
        rowMode: 'array',
      });
      for (const values of rows) {
        const key = JSON.stringify([layout.key, values]);
        const evaluated = known.get(key) ?? evaluator.evaluate(catalog, layout, values);
        known.set(key, evaluated);
        for (const output of evaluated.outputs) push(buckets, output.bucket, output);
        for (const { lookup, rows: found } of evaluated.lookups) for (const row of found) push(lookups, lookup, row);
      }
    }

    const streams = Object.fromEntries(
      Object.entries(request.streams ?? {}).map(([name, list]) => [
        name,
        list.map((parameters, index) => ({
          opaque_id: index,
          parameters: parameters as SqliteJsonRow,
          priorityOverride: null,
        })),
      ]),
    );
    const aud = request.audience ?? (request.userId === 'guest' ? 'rangeday-sync' : 'authenticated');
    const { querier, errors } = rules.getBucketParameterQuerier({
      globalParameters: new RequestParameters(new BaseJwtPayload({ sub: request.userId, aud }), {}),
      hasDefaultStreams: true,
      streams,
    });
    if (errors.length > 0) throw new Error(errors.map((error) => error.message).join('\n'));
    let parameterRows = 0;
    const dynamic = await querier.queryDynamicBucketDescriptions({
      getParameterSets: async (wanted) =>
        wanted.map((lookup) => {
          const rows = lookups.get(lookup.serializedRepresentation) ?? [];
          parameterRows += rows.length;
          return { lookup, rows };
        }),
    });
    const resolved = mergeBuckets([...querier.staticBuckets, ...dynamic]);
    return collect(
      resolved.map((bucket) => bucket.bucket),
      parameterRows,
      buckets,
    );
  } finally {
    await client.end();
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function collect(
  names: string[],
  parameterRows: number,
  buckets: Map<string, { type: string; id: string; data: string }[]>,
): Replica {
  const tables: Replica['tables'] = new Map();
  for (const name of names) {
    for (const { type, id, data } of buckets.get(name) ?? []) {
      const rows = tables.get(type) ?? new Map<string, Record<string, unknown>>();
      tables.set(type, rows);
      const row = JSON.parse(data) as Record<string, unknown>;
      const before = rows.get(id);
      if (before !== undefined && JSON.stringify(before) !== JSON.stringify(row)) {
        throw new Error(`Two buckets disagree on ${type} ${id}: ${JSON.stringify(before)} and ${data}`);
      }
      rows.set(id, row);
    }
  }
  return { tables, buckets: names, parameterRows, ids: (table) => [...(tables.get(table)?.keys() ?? [])].toSorted() };
}
