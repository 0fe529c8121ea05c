import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename } from 'node:path';
import type { HydratedSyncConfig } from '@powersync/service-sync-rules';
import type { BackendContext, HttpPart } from '../context.ts';
import { localKeys } from './auth.ts';
import { readCatalog } from './catalog.ts';
import type { Catalog, TableLayout } from './catalog.ts';
import { smallPool, textClient, textPool } from './connections.ts';
import { Endpoints } from './endpoints.ts';
import { SyncStartError } from './errors.ts';
import { FaultSwitches, handleFaultRequest } from './faults.ts';
import { sendError, setCors } from './http.ts';
import { KeptPlan } from './kept-plan.ts';
import { limitsOf } from './limits.ts';
import type { Limits } from './limits.ts';
import { PartitionLoader } from './loader.ts';
import { PartitionIndex } from './partitions.ts';
import { Replication } from './replication.ts';
import { compileRules, RowEvaluator } from './rules.ts';
import { prepareDatabase } from './setup.ts';
import { checkpointTable, Store } from './store.ts';
import { WriteCheckpoints } from './write-checkpoints.ts';

export interface SyncOptions {
  rulesPath: string;
  /** For tests only: smaller limits than the real service's. */
  limits?: Partial<Limits>;
}

export interface SyncPart extends HttpPart {
  readonly faults: FaultSwitches;
  handleFaults(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

const prefix = '/powersync';

/**
 * Starts the sync server; resolves when it has caught up with Postgres. Run migrations before it.
 * Throws SyncStartError with a message for the terminal if the rules or the tables cannot be synced.
 */
export async function createSync(ctx: BackendContext, options: SyncOptions): Promise<SyncPart> {
  const limits = { ...limitsOf(process.env), ...options.limits };
  const catalog = await prepare(ctx);
  const yaml = await readRules(options.rulesPath);
  // New bucket names at every start: the op log is rebuilt, so checksums under the old names would be wrong.
  const compiled = compileRules(yaml, catalog, Date.now(), basename(options.rulesPath), new KeptPlan(ctx.dataDir));
  const { rules } = compiled;
  assertPublished(rules, catalog);

  const log = (sentence: string): void => ctx.log(`sync: ${sentence}`);
  const evaluator = new RowEvaluator(rules, log);
  const store = new Store(evaluator, limits, log);
  const readers = textPool(ctx.databaseUrl);
  const loader = new PartitionLoader(readers, store, evaluator);
  const replication = new Replication(
    { databaseUrl: ctx.databaseUrl, log: (line) => ctx.log(line), isUsed: (layout) => isUsedByRules(rules, layout) },
    store,
    loader,
  );
  await replication.start();

  const pool = smallPool(ctx.databaseUrl);
  const faults = new FaultSwitches();
  const endpoints = new Endpoints({
    rules,
    partitions: new PartitionIndex(compiled),
    loader,
    store,
    faults,
    limits,
    keys: localKeys(ctx.jwtSecret, ctx.guestSecret),
    writeCheckpoints: new WriteCheckpoints(pool),
    probe: () => ({
      ready: replication.connected,
      started: true,
      touched_at: new Date(replication.connected ? Date.now() : replication.touchedAt).toISOString(),
    }),
    log: (line) => ctx.log(line),
  });

  return {
    faults,
    handleFaults: (req, res) => handleFaultRequest(faults, ctx.serviceRoleKey, req, res),
    async handle(req, res) {
      setCors(res);
      if (req.method === 'OPTIONS') {
        res.writeHead(204).end();
        return;
      }
      try {
        const url = new URL(req.url ?? '/', 'http://localhost');
        if (url.pathname.startsWith(`${prefix}/`)) url.pathname = url.pathname.slice(prefix.length);
        await endpoints.handle(req, res, url);
      } catch (error) {
        sendError(res, error);
      }
    },
    async close() {
      endpoints.close();
      loader.close();
      await replication.close();
      await Promise.all([pool.end(), readers.end()]);
    },
  };
}

async function prepare(ctx: BackendContext): Promise<Catalog> {
  const client = textClient(ctx.databaseUrl);
  try {
    await client.connect();
    await prepareDatabase(client);
    return await readCatalog(client);
  } finally {
    await client.end().catch(() => {});
  }
}

async function readRules(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new SyncStartError(`The sync rules cannot be read: ${path}`);
  }
}

function isUsedByRules(rules: HydratedSyncConfig, layout: TableLayout): boolean {
  return layout.key === checkpointTable || rules.tableSyncsData(layout.ref) || rules.tableSyncsParameters(layout.ref);
}

function assertPublished(rules: HydratedSyncConfig, catalog: Catalog): void {
  for (const pattern of rules.getSourceTables()) {
    if (![...catalog.tables.values()].some((layout) => pattern.matches(layout.ref))) {
      throw new SyncStartError(
        `The sync rules read ${pattern.schema}.${pattern.tablePattern}, which publication powersync does not publish.`,
      );
    }
  }
}
