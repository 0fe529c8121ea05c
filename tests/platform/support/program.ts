import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHECKOUT = join(import.meta.dirname, '..', '..', '..');

/** One run of the command line. */
export interface Program {
  readonly child: ChildProcess;
  /** Everything printed so far, both streams. */
  output(): string;
  /** Resolves when `text` was printed; rejects with the whole output when the program exits before. */
  printed(text: string): Promise<void>;
  /** The exit code or the name of the signal. */
  readonly ended: Promise<number | string | null>;
}

export interface RunOptions {
  /** `cli`: local/cli.ts. `npm`: scripts/bootstrap.mjs, as npm calls it. */
  via?: 'cli' | 'npm';
  uid?: number;
}

export function run(args: readonly string[], options: RunOptions = {}): Program {
  const script = join(CHECKOUT, options.via === 'npm' ? 'scripts/bootstrap.mjs' : 'local/cli.ts');
  const child = spawn(process.execPath, [script, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], HOME: tmpdir(), RANGEDAY_PG_FAST: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
  });
  let text = '';
  const waiting = new Set<() => void>();
  const collect = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const check of waiting) check();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const ended = new Promise<number | string | null>((resolve) => {
    child.on('close', (code, signal) => resolve(signal ?? code));
  });
  return {
    child,
    ended,
    output: () => text,
    printed: (wanted) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!text.includes(wanted)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
        void ended.then(() => reject(new Error(`It exited without printing "${wanted}":\n${text}`)));
      }),
  };
}

/** Runs a command to its end. */
export async function finish(
  args: readonly string[],
  options?: RunOptions,
): Promise<{ code: unknown; output: string }> {
  const program = run(args, options);
  const code = await program.ended;
  return { code, output: program.output() };
}

/** A new folder that other users may enter. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const { chmod } = await import('node:fs/promises');
  const path = await mkdtemp(join(tmpdir(), 'rangeday-platform-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
