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
  /** Of the command and everything that it started and waited for; unknown if it was stopped. */
  readonly processorSeconds?: number;
  /** Set when it was stopped after this many minutes. */
  readonly stoppedAfter?: number;
}

export interface RunOptions {
  /** The command is stopped, with its children, after this time. */
  readonly minutes?: number;
  /** Variables besides those of this process. */
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * Runs a command and writes to its fourth stream what processor time that took: Node does not tell it of its children.
 */
const WITH_TIMES = '"$0" "$@"; code=$?; times >&3; exit $code';

/**
 * The output of `times`: the shell's own minutes and seconds on the first line, those of its children on the second;
 * user and system.
 */
function secondsOf(times: string): number | undefined {
  const parts = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length === 0) return undefined;
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
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
  const child = spawn('/bin/sh', ['-c', WITH_TIMES, command, ...args], {
    cwd: ROOT,
    // A new process group, so that its children are stopped with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PATH: `${BIN}:${process.env.PATH}`, NO_COLOR: '1', CI: '1' },
  });
  const parts: string[] = [];
  const keep = (chunk: Buffer): void => {
    parts.push(chunk.toString());
    file.write(chunk);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  let times = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    times += chunk.toString();
  });

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
  if (stoppedAfter !== undefined) return { ok: false, output, stoppedAfter };
  const processorSeconds = secondsOf(times);
  return { ok: code === 0, output, ...(processorSeconds !== undefined && { processorSeconds }) };
}
