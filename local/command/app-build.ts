import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { runCommand } from '../system/run-command.ts';
import { diskFull, isDiskFull, UserError } from '../system/user-error.ts';
import type { Terminal } from './terminal.ts';

const CHECKOUT = join(import.meta.dirname, '..', '..');
const SCRIPT = join(CHECKOUT, 'scripts', 'build.ts');

/** Runs in its own process, which frees the bundler's memory before the backend runs. */
const PROGRAM = `
const { buildApp, isBuilt } = await import(process.argv[1]);
if (!(await isBuilt())) await buildApp();
`;

/** Builds the app for production unless dist/app is up to date. Throws UserError if the build fails. */
export async function buildWhenStale(terminal: Terminal, logs: string, signal: AbortSignal): Promise<void> {
  if (!existsSync(SCRIPT)) return terminal.line('scripts/build.ts does not exist yet: the app is not built.');
  const args = ['--input-type=module', '-e', PROGRAM, '--', pathToFileURL(SCRIPT).href];
  const result = await runCommand(process.execPath, args, {
    cwd: CHECKOUT,
    env: { ...process.env, NO_COLOR: '1' },
  });
  if (result.code === 0) {
    for (const line of result.output.split('\n')) if (line.trim() !== '') terminal.line(line);
    return;
  }
  // Ctrl-C stops the bundler too; the next step reports that we are stopping.
  if (signal.aborted) return;
  if (isDiskFull(result.output)) throw diskFull(join(CHECKOUT, 'dist'));
  const log = join(logs, 'build.log');
  await writeFile(log, result.output);
  throw new UserError(`The app could not be built. The bundler's output is in ${log}.`);
}
