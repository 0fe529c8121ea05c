import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { runCommand } from './run-command.ts';
import { diskFull, isDiskFull, Sentence } from './sentence.ts';
import type { Terminal } from './terminal.ts';

const CHECKOUT = join(import.meta.dirname, '..');
const SCRIPT = join(CHECKOUT, 'scripts', 'build.ts');

/** In a process of its own: the bundler's memory is free again when the backend runs. */
const PROGRAM = `
const { buildApp, isBuilt } = await import(process.argv[1]);
if (!(await isBuilt())) await buildApp();
`;

/** Builds the app for production unless dist/app is what the sources say. Throws Sentence when the build fails. */
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
  // A Ctrl-C reaches the bundler too; the next step says that we stop.
  if (signal.aborted) return;
  if (isDiskFull(result.output)) throw diskFull(join(CHECKOUT, 'dist'));
  const log = join(logs, 'build.log');
  await writeFile(log, result.output);
  throw new Sentence(`The app could not be built. What the bundler says is in ${log}.`);
}
