import { join } from 'node:path';

import type { BackendContext, HttpPart } from './context.ts';
import { openDataDir } from './system/data-dir.ts';
import type { DataDir } from './system/data-dir.ts';
import { createVite } from './gateway/dev-server.ts';
import { sendJson } from './functions/proxy.ts';
import { startFunctions } from './functions/functions.ts';
import { createGateway, listenError } from './gateway/gateway.ts';
import type { Gateway, Route } from './gateway/gateway.ts';
import { startJobs } from './postgres/jobs.ts';
import { migrate } from './migrations/migrate.ts';
import { portError } from './system/ports.ts';
import { startPostgres } from './postgres/postgres.ts';
import { createProviders } from './providers/index.ts';
import { ROUTES } from './routes.ts';
import type { RoutePart } from './routes.ts';
import { acquireLock, assertNotRunning } from './command/run-state.ts';
import { ANON_KEY, loadSecrets } from './system/secrets.ts';
import { toUserError } from './system/user-error.ts';
import type { StopHooks } from './command/run-until-stopped.ts';
import { seed } from './seed/seed.ts';
import type { Examples } from './seed/world.ts';
import { previewOr } from './static/link-preview.ts';
import { createStatic } from './static/static.ts';
import { createAuth } from './supabase/auth/index.ts';
import { bootstrapDatabase } from './supabase/bootstrap.ts';
import { createMailbox } from './supabase/mailbox.ts';
import { createRest } from './supabase/rest/index.ts';
import { createStorage } from './supabase/storage/index.ts';
import { createSync } from './sync/index.ts';
import { createTerminal, redirectConsole } from './command/terminal.ts';
import type { Terminal } from './command/terminal.ts';

const CHECKOUT = join(import.meta.dirname, '..');

export interface BackendOptions extends Partial<StopHooks> {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly seed: boolean;
  /** What `seed` adds; without it, a year. */
  readonly examples?: Examples;
  /** `built`: dist/app as a static host serves it. `vite`: the sources, with hot reload. */
  readonly app: 'built' | 'vite';
  /** Writes text to the terminal, with its newlines. */
  out(text: string): void;
  /** Runs when the data directory is locked and before anything is started. */
  prepare?(terminal: Terminal): Promise<void>;
}

export interface Backend {
  readonly ctx: BackendContext;
  /** Stops everything in reverse order. */
  stop(): Promise<void>;
}

/** Clean-up steps, newest first. If one fails, the others still run. */
class Undo {
  readonly #steps: (() => Promise<void> | void)[] = [];

  add(step: () => Promise<void> | void): void {
    this.#steps.push(step);
  }

  async run(onError: (error: unknown) => void): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        onError(error);
      }
    }
  }
}

/** Starts the whole backend. If a part does not start, stops everything and throws UserError. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  await assertNotRunning(options.dataDir);
  await assertPortFree(options.port, options.host);
  const dataDir = await openDataDir(options.dataDir).catch((error: unknown) => {
    throw toUserError(error, options.dataDir, options.dataDir);
  });
  const undo = new Undo();
  const logPath = join(dataDir.path, 'logs', 'rangeday.log');
  let terminal: Terminal | undefined;
  try {
    const secrets = await loadSecrets(dataDir.path);
    const appUrl = `http://localhost:${options.port}`;
    const { jwtSecret, guestSecret, serviceRoleKey } = secrets;
    const lock = await acquireLock(dataDir.path, {
      appUrl,
      databaseUrl: '',
      jwtSecret,
      anonKey: ANON_KEY,
      serviceRoleKey,
    });
    undo.add(() => lock.release());
    terminal = createTerminal(logPath, options.out, options.signal);
    const { log } = terminal;
    undo.add(() => log.close());
    undo.add(redirectConsole(terminal));
    await options.prepare?.(terminal);

    const postgres = await terminal.step('Started Postgres', () =>
      startPostgres({
        dataDir: dataDir.path,
        logs: dataDir.logs,
        password: secrets.postgresPassword,
        log: (line) => terminal?.line(line),
        onExit: (reason) => options.onFailure?.(reason),
      }),
    );
    undo.add(() => postgres.stop());
    options.onChild?.(() => postgres.kill());
    const ctx: BackendContext = {
      dataDir: dataDir.path,
      appUrl,
      port: options.port,
      databaseUrl: postgres.databaseUrl,
      jwtSecret,
      guestSecret,
      serviceRoleKey,
      anonKey: ANON_KEY,
      log: (line) => terminal?.line(line),
    };
    const gateway = await startParts(ctx, options, terminal, dataDir, undo, lock.state.instance);
    await gateway.listen();
    undo.add(() => gateway.close());
    undo.add(startJobs(ctx));
    await lock.update({ databaseUrl: ctx.databaseUrl });
    return {
      ctx,
      stop: () => undo.run((error) => terminal?.detail(`while stopping: ${String(error)}`)),
    };
  } catch (error) {
    if (error instanceof Error) terminal?.detail(error.stack ?? error.message);
    const sentence = toUserError(error, dataDir.path, logPath);
    await undo.run(() => {});
    throw sentence;
  }
}

/** Checks both loopback families: a browser may use either for `localhost` and reach another server. */
async function assertPortFree(port: number, host: string): Promise<void> {
  const trouble = await portError(port, host);
  if (trouble) throw listenError(trouble, port, host);
  if (host === '127.0.0.1' && (await portError(port, '::1')) === 'EADDRINUSE') {
    throw listenError('EADDRINUSE', port, host);
  }
}

/** Both results, or the first failure, but only after both have settled: the part that did start must be stopped. */
async function bothSettled<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}

async function startParts(
  ctx: BackendContext,
  options: BackendOptions,
  terminal: Terminal,
  dataDir: DataDir,
  undo: Undo,
  instance: string,
): Promise<Gateway> {
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    undo.add(() => part.close());
    return part;
  };
  await terminal.step('Migrated the database', async () => {
    await bootstrapDatabase(ctx);
    const applied = await migrate(ctx);
    if (applied.length > 0) terminal.line(`Applied ${applied.length} migrations, up to ${applied.at(-1)}.`);
  });

  // While Deno starts, and before sync: a snapshot of the seed costs less than its changes.
  const seedOnce = async (): Promise<void> => {
    if (!options.seed || dataDir.seeded) return;
    await seed(ctx, options.examples ?? 'year');
    await dataDir.markSeeded();
  };
  const [functions, sync] = await terminal.step('Started functions and sync', () =>
    bothSettled(
      startFunctions(ctx).then(keep),
      seedOnce()
        .then(() => createSync(ctx, { rulesPath: join(CHECKOUT, 'sync-rules.yaml') }))
        .then(keep),
    ),
  );

  const api = await terminal.step('Started the API', async () => {
    const mailbox = keep(await createMailbox(ctx));
    return {
      mailbox,
      providers: await createProviders(ctx, mailbox),
      auth: keep(await createAuth(ctx, mailbox)),
      rest: keep(await createRest(ctx, { faults: sync.faults })),
      storage: keep(await createStorage(ctx)),
    };
  });

  // Vite needs the server for hot reload, so its route is added last.
  const app: { part?: HttpPart } = {};
  const serveApp: HttpPart['handle'] = (req, res) => app.part?.handle(req, res);
  const parts: Record<RoutePart, HttpPart['handle']> = {
    auth: (req, res) => api.auth.handle(req, res),
    rest: (req, res) => api.rest.handle(req, res),
    storage: (req, res) => api.storage.handle(req, res),
    functions: (req, res) => functions.handle(req, res),
    sync: (req, res) => sync.handle(req, res),
    preview: previewOr(functions, serveApp),
    app: serveApp,
  };
  const gateway = createGateway({
    host: options.host,
    port: options.port,
    faults: sync.faults,
    logFailure: (text) => terminal.detail(text),
    routes: [
      ['/_dev/faults', (req, res) => sync.handleFaults(req, res)],
      ['/_dev/mail', (req, res) => api.mailbox.handle(req, res)],
      ...api.providers,
      ['/_dev/status', (_req, res) => sendJson(res, 200, { product: 'rangeday', instance })],
      ['/_dev', (_req, res) => sendJson(res, 404, { error: 'Nothing is served here.' })],
      ...ROUTES.map(({ prefix, part }): Route => [prefix, parts[part]]),
    ],
  });
  app.part = keep(
    options.app === 'vite'
      ? await createVite({ root: CHECKOUT, dataDir: ctx.dataDir, server: gateway.server, terminal })
      : await createStatic(join(CHECKOUT, 'dist', 'app')),
  );
  return gateway;
}
