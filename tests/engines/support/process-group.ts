import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface Options {
  readonly env: NodeJS.ProcessEnv;
  readonly onLine: (line: string) => void;
  readonly onEnd?: () => void;
}

/** A program with all processes that it starts: they are ended together. */
export class ProcessGroup {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  static start(command: string, args: readonly string[], { env, onLine, onEnd }: Options): ProcessGroup {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...env },
    });
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
    if (onEnd) child.once('exit', onEnd);
    return new ProcessGroup(child);
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  async kill(): Promise<void> {
    const { pid } = this.#process;
    if (pid === undefined || this.hasEnded) return;
    const ended = once(this.#process, 'exit');
    process.kill(-pid, 'SIGKILL');
    await ended;
  }
}
