import { join } from 'node:path';

import type { BackendContext, HttpPart } from './context.ts';
import { openDataDir } from './data-dir.ts';
import type { DataDir } from './data-dir.ts';
import { createVite } from './dev-server.ts';
import { sendJson } from './functions-proxy.ts';
import { startFunctions } from './functions.ts';
import { createGateway, portTrouble } from './gateway.ts';
import type { Gateway } from './gateway.ts';
import { startJobs } from './jobs.ts';
import { migrate } from './migrate.ts';
import { whyTaken } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { createProviders } from './providers/index.ts';
import { claim, refuseRunning } from './run-state.ts';
import { ANON_KEY, loadSecrets } from './secrets.ts';
import { asSentence } from './sentence.ts';
import type { StopHooks } from './stopping.ts';
import { seed } from './seed.ts';
import { createStatic } from './static.ts';
import { createAuth } from './supabase/auth/index.ts';
import { bootstrapDatabase } from './supabase/bootstrap.ts';
import { createMailbox } from './supabase/mailbox.ts';
import { createRest } from './supabase/rest/index.ts';
import { createStorage } from './supabase/storage/index.ts';
import { createSync } from './sync/index.ts';
import { createTerminal, divertConsole } from './terminal.ts';
import type { Terminal } from './terminal.ts';

const CHECKOUT = join(import.meta.dirname, '..');

export interface BackendOptions extends Partial<StopHooks> {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly seed: boolean;
  /** `built`: dist/app as a static host serves it. `vite`: the sources, with hot reload. */
  readonly app: 'built' | 'vite';
  /** Text for the person at the terminal, with its newlines. */
  out(text: string): void;
  /** Runs when the data directory is ours and before anything is started. */
  prepare?(terminal: Terminal): Promise<void>;
}

export interface Backend {
  readonly ctx: BackendContext;
  /** Stops everything in reverse order of its start. */
  stop(): Promise<void>;
}

/** Things to undo, newest first. One that fails does not keep the others. */
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

/** Starts the whole backend. Throws Sentence, with everything stopped again, when a part does not start. */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  await refuseRunning(options.dataDir);
  await refuseTakenPort(options.port, options.host);
  const dataDir = await openDataDir(options.dataDir).catch((error: unknown) => {
    throw asSentence(error, options.dataDir, options.dataDir);
  });
  const undo = new Undo();
  const logPath = join(dataDir.path, 'logs', 'rangeday.log');
  let terminal: Terminal | undefined;
  try {
    const secrets = await loadSecrets(dataDir.path);
    const appUrl = `http://localhost:${options.port}`;
    const { jwtSecret, guestSecret, serviceRoleKey } = secrets;
    const lock = await claim(dataDir.path, { appUrl, databaseUrl: '', jwtSecret, anonKey: ANON_KEY, serviceRoleKey });
    undo.add(() => lock.release());
    terminal = createTerminal(logPath, options.out, options.signal);
    const { log } = terminal;
    undo.add(() => log.close());
    undo.add(divertConsole(terminal));
    await options.prepare?.(terminal);

    const postgres = await terminal.step('Started Postgres', () =>
      startPostgres({
        dataDir: dataDir.path,
        logs: dataDir.logs,
        password: secrets.postgresPassword,
        log: (line) => terminal?.line(line),
        onDeath: (reason) => options.onFailure?.(reason),
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
    const sentence = asSentence(error, dataDir.path, logPath);
    await undo.run(() => {});
    throw sentence;
  }
}

/** Both loopback families: a browser may take the other one for `localhost`, and meet a stranger there. */
async function refuseTakenPort(port: number, host: string): Promise<void> {
  const trouble = await whyTaken(port, host);
  if (trouble) throw portTrouble(trouble, port, host);
  if (host === '127.0.0.1' && (await whyTaken(port, '::1')) === 'EADDRINUSE') {
    throw portTrouble('EADDRINUSE', port, host);
  }
}

/** Both, or the first failure, but not before both have settled: what did start must be there to be stopped. */
async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
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
  await terminal.step('Brought the database up to date', async () => {
    await bootstrapDatabase(ctx);
    const applied = await migrate(ctx);
    if (applied.length > 0) terminal.line(`Applied ${applied.length} migrations, up to ${applied.at(-1)}.`);
  });

  const [functions, sync] = await terminal.step('Started functions and sync', () =>
    together(
      startFunctions(ctx).then(keep),
      createSync(ctx, { rulesPath: join(CHECKOUT, 'sync-rules.yaml') }).then(keep),
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

  if (options.seed && !dataDir.seeded) {
    await seed(ctx);
    await dataDir.markSeeded();
  }

  // Vite needs the server for its reloads, so the app joins the routes last.
  const app: { part?: HttpPart } = {};
  const gateway = createGateway({
    host: options.host,
    port: options.port,
    faults: sync.faults,
    logFailure: (text) => terminal.detail(text),
    routes: [
      ['/auth/v1', (req, res) => api.auth.handle(req, res)],
      ['/rest/v1', (req, res) => api.rest.handle(req, res)],
      ['/storage/v1', (req, res) => api.storage.handle(req, res)],
      ['/functions/v1', (req, res) => functions.handle(req, res)],
      ['/api', (req, res) => functions.handle(req, res)],
      ['/powersync', (req, res) => sync.handle(req, res)],
      ['/_dev/faults', (req, res) => sync.handleFaults(req, res)],
      ['/_dev/mail', (req, res) => api.mailbox.handle(req, res)],
      ...api.providers,
      ['/_dev/status', (_req, res) => sendJson(res, 200, { product: 'rangeday', instance })],
      ['/_dev', (_req, res) => sendJson(res, 404, { error: 'Nothing is served here.' })],
      ['/', (req, res) => app.part?.handle(req, res)],
    ],
  });
  app.part = keep(
    options.app === 'vite'
      ? await createVite(CHECKOUT, gateway.server, terminal)
      : await createStatic(join(CHECKOUT, 'dist', 'app')),
  );
  return gateway;
}
