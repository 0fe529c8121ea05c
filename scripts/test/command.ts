import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';

import { startShutdownGuard } from '../../local/command/shutdown-guard.ts';

export const ROOT = join(import.meta.dirname, '../..');
const BIN = join(ROOT, 'node_modules/.bin');

export interface CommandResult {
  readonly ok: boolean;
  /** Both output streams in order. */
  readonly output: string;
  /** Set when it was stopped after this many minutes. */
  readonly stoppedAfter?: number;
}

export interface RunOptions {
  /** The command is stopped, with its children, after this time. */
  readonly minutes?: number;
  /** Variables besides those of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs one command of the project and writes its output to `log`. */
export async function run(
  command: string,
  args: string[],
  log: string,
  { minutes = 5, env }: RunOptions = {},
): Promise<CommandResult> {
  await mkdir(dirname(log), { recursive: true });
  const file = createWriteStream(log);
  const child = spawn(command, args, {
    cwd: ROOT,
    // A new process group, so that its children are stopped with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PATH: `${BIN}:${process.env.PATH}`, NO_COLOR: '1', CI: '1' },
  });
  const parts: string[] = [];
  const keep = (chunk: Buffer): void => {
    parts.push(chunk.toString());
    file.write(chunk);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);

  const stop = (): void => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
  };
  let stoppedAfter: number | undefined;
  const timer = setTimeout(() => {
    stoppedAfter = minutes;
    keep(Buffer.from(`\nStopped: it took longer than ${minutes} minutes.\n`));
    stop();
  }, minutes * 60_000);
  // A supervisor may end only this process: what it has started goes with it.
  const guard = child.pid === undefined ? undefined : startShutdownGuard({ target: `-${child.pid}`, signal: 'KILL' });
  const [code] = await once(child, 'close').catch((error: Error) => [keep(Buffer.from(error.message)) ?? 1]);
  clearTimeout(timer);
  guard?.kill();
  file.end();
  await finished(file);
  const output = parts.join('');
  return stoppedAfter === undefined ? { ok: code === 0, output } : { ok: false, output, stoppedAfter };
}
