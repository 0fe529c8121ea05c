import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

import type { BackendContext, HttpPart } from '../context.ts';
import { proxyTo, sendJson } from './proxy.ts';
import { openLog } from '../system/log-file.ts';
import { providerEnvironment } from '../providers/settings.ts';
import { UserError } from '../system/user-error.ts';

const CHECKOUT = join(import.meta.dirname, '..', '..');
const FUNCTIONS = join(CHECKOUT, 'supabase', 'functions');

/** Milliseconds before the first, second, … restart after Deno exited. */
const BACKOFF = [100, 500, 2000, 5000, 10_000];
/** After this run time (ms) the delays start from the beginning. */
const HEALTHY = 30_000;

/** Runs supabase/functions in Deno and passes `/functions/v1/x` and `/api/x` on to function x. */
export async function startFunctions(ctx: BackendContext): Promise<HttpPart> {
  const deno = findDeno();
  const denoDir = join(ctx.dataDir, 'deno');
  await mkdir(denoDir, { recursive: true });
  const logPath = join(ctx.dataDir, 'logs', 'functions.log');
  const log = openLog(logPath, 'functions');
  const providers = await providerEnvironment(ctx);

  let child: ChildProcess | undefined;
  let port: number | undefined;
  let closing = false;
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;

  const start = (): Promise<void> => {
    const startedAt = performance.now();
    const current = spawn(deno, denoArguments(), {
      cwd: CHECKOUT,
      env: { ...denoEnvironment(ctx, denoDir), ...providers },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    child = current;
    // Nothing is written to it. It closes when this process exits, however that happens.
    current.stdin.on('error', () => {});
    createInterface({ input: current.stderr }).on('line', (line) => log.write('detail', line));
    return new Promise((resolve, reject) => {
      createInterface({ input: current.stdout }).on('line', (line) => {
        const announced = port === undefined ? readPort(line) : undefined;
        if (announced === undefined) return log.write('detail', line);
        port = announced;
        resolve();
      });
      const ended = (): void => {
        if (child !== current) return;
        child = undefined;
        port = undefined;
        reject(new UserError(`The functions' server (Deno) stopped. Details are in ${logPath}.`));
        if (closing) return;
        failures = performance.now() - startedAt > HEALTHY ? 0 : failures;
        const delay = BACKOFF[Math.min(failures, BACKOFF.length - 1)] ?? 0;
        failures += 1;
        ctx.log(`The functions' server stopped and starts again in ${delay} ms. Details are in ${logPath}.`);
        restart = setTimeout(() => void start().catch(() => {}), delay);
      };
      current.once('error', ended);
      current.once('exit', ended);
    });
  };

  try {
    await start();
  } catch (error) {
    closing = true;
    clearTimeout(restart);
    throw error;
  }

  return {
    async handle(req, res) {
      const path = (req.url ?? '/').replace(/^\/(functions\/v1|api)(?=\/|$)/, '') || '/';
      if (port === undefined)
        return sendJson(res, 503, { error: 'The functions are starting. Try again in a moment.' });
      await proxyTo(port, path, req, res);
    },
    async close() {
      closing = true;
      clearTimeout(restart);
      const current = child;
      if (current) {
        const ended = new Promise((done) => current.once('exit', done));
        current.stdin?.end();
        const hard = setTimeout(() => current.kill('SIGKILL'), 3000);
        await ended;
        clearTimeout(hard);
      }
      await log.close();
    },
  };
}

/** The program itself instead of the npm wrapper, which would stand between us and its stdin. */
function findDeno(): string {
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(require.resolve('deno/package.json'));
    const name = process.platform === 'win32' ? 'deno.exe' : 'deno';
    if (existsSync(join(folder, name))) return join(folder, name);
    // Without install scripts the program is only in the package for this platform.
    const libc = process.platform === 'linux' ? '-glibc' : '';
    const platform = dirname(
      createRequire(join(folder, 'package.json')).resolve(
        `@deno/${process.platform}-${process.arch}${libc}/package.json`,
      ),
    );
    if (existsSync(join(platform, name))) return join(platform, name);
  } catch {
    // The next line reports it.
  }
  throw new UserError('Deno is missing (the package deno). Run `npm ci` without --omit=optional.');
}

function denoArguments(): string[] {
  return [
    'run',
    // Nothing is downloaded: npm: packages come from node_modules.
    ...['--cached-only', '--no-lock', '--no-check', '--no-prompt', '--node-modules-dir=manual'],
    ...['--config', join(FUNCTIONS, 'deno.json')],
    // Third parties are replaced by stand-ins on loopback.
    '--allow-net=127.0.0.1,localhost,[::1]',
    '--allow-env',
    `--allow-read=${CHECKOUT}`,
    join(import.meta.dirname, 'deno', 'main.ts'),
  ];
}

function denoEnvironment(ctx: BackendContext, denoDir: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: denoDir,
    DENO_DIR: denoDir,
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    FUNCTIONS_DIRECTORY_URL: `${pathToFileURL(FUNCTIONS).href}/`,
    // Deno resolves names itself; the gateway listens on this address.
    SUPABASE_URL: ctx.appUrl,
    SUPABASE_ANON_KEY: ctx.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: ctx.serviceRoleKey,
    SUPABASE_DB_URL: ctx.databaseUrl,
    GUEST_SECRET: ctx.guestSecret,
    JWT_SECRET: ctx.jwtSecret,
    APP_URL: ctx.appUrl,
  };
}

function readPort(line: string): number | undefined {
  const port = Number(/^\{"port":(\d+)\}$/.exec(line)?.[1]);
  return Number.isInteger(port) ? port : undefined;
}
