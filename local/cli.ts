import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

import { buildWhenStale } from './command/app-build.ts';
import { defaultDataDir, deleteDataDir } from './system/data-dir.ts';
import { readOptions, USAGE } from './command/options.ts';
import type { CliOptions } from './command/options.ts';
import { isResponding, readRunState } from './command/run-state.ts';
import { UserError } from './system/user-error.ts';
import { runUntilStopped } from './command/run-until-stopped.ts';
import { welcome } from './command/welcome.ts';

// Compiling what the backend imports takes half of its start.
enableCompileCache();

const CHECKOUT = join(import.meta.dirname, '..');

/** From here on, a failure is one message on stderr and an exit code. */
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

try {
  // npm runs scripts in the checkout; a relative --data-dir is relative to the user's current folder.
  const options = readOptions(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd());
  // The database's user must be able to read the folders that are created here.
  process.umask(0o022);
  await run(options, options.dataDir ?? defaultDataDir(CHECKOUT));
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof UserError ? error.exitCode : 1;
}
if (process.connected) process.disconnect();
// Everything has stopped. Exit even if a part has left a timer or a socket open.
setTimeout(() => process.exit(), 2000).unref();

async function run(options: CliOptions, dataDir: string): Promise<void> {
  if (options.command === 'help') return void process.stdout.write(`${USAGE}\n`);
  if (options.command === 'status') return status(dataDir);
  if (options.command === 'reset') return reset(dataDir);
  if (options.command === 'seed') return (await import('./seed/command.ts')).seedDataDir(dataDir, options);
  const { startBackend } = await import('./supervisor.ts').catch((error: unknown) => {
    throw new UserError('A dependency is missing. Run `npm ci`, then try again.', { cause: error });
  });
  await runUntilStopped(async (hooks) => {
    const backend = await startBackend({
      dataDir,
      host: options.host,
      port: options.port,
      seed: options.seed,
      examples: options.examples,
      app: options.command === 'dev' ? 'vite' : 'built',
      out: (text) => void process.stdout.write(text),
      ...hooks,
      async prepare(terminal) {
        if (options.command === 'start' && options.build)
          await buildWhenStale(terminal, join(dataDir, 'logs'), hooks.signal);
      },
    });
    process.stdout.write(await welcome(backend.ctx, options));
    return backend;
  });
}

async function status(dataDir: string): Promise<void> {
  const state = await readRunState(dataDir);
  if (!state || state.databaseUrl === '' || !(await isResponding(state))) {
    throw new UserError(`Rangeday is not running on ${dataDir}. Start it with \`npm start\`.`);
  }
  const values = {
    APP_URL: state.appUrl,
    SUPABASE_URL: state.appUrl,
    SUPABASE_ANON_KEY: state.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: state.serviceRoleKey,
    DATABASE_URL: state.databaseUrl,
    JWT_SECRET: state.jwtSecret,
    POWERSYNC_URL: `${state.appUrl}/powersync`,
    FUNCTIONS_URL: `${state.appUrl}/functions/v1`,
    API_URL: state.appUrl,
    MAILBOX_URL: `${state.appUrl}/_dev/mail`,
  };
  for (const [name, value] of Object.entries(values)) process.stdout.write(`${name}=${value}\n`);
}

async function reset(dataDir: string): Promise<void> {
  const state = await readRunState(dataDir);
  if (state) throw new UserError(`Rangeday is running at ${state.appUrl}. Stop it first, then reset.`);
  const deleted = await deleteDataDir(dataDir);
  process.stdout.write(deleted ? `Deleted the data in ${dataDir}.\n` : `There is nothing to delete in ${dataDir}.\n`);
}
