import { format } from 'node:util';

import { openLog } from '../system/log-file.ts';
import type { LogFile } from '../system/log-file.ts';
import { UserError } from '../system/user-error.ts';

/** Output on the terminal, and in the log file. */
export interface Terminal {
  readonly log: LogFile;
  line(text: string): void;
  /** Runs one step and prints its name and duration: `Started Postgres. 0.3 s`. */
  step<T>(done: string, work: () => Promise<T>): Promise<T>;
  /** Writes to the log file only. */
  detail(text: string): void;
}

/** @param signal once aborted, the next step throws instead of starting */
export function createTerminal(logPath: string, out: (text: string) => void, signal?: AbortSignal): Terminal {
  const log = openLog(logPath, 'backend');
  const line = (text: string): void => {
    out(`${text}\n`);
    log.write('info', text);
  };
  return {
    log,
    line,
    async step(done, work) {
      if (signal?.aborted) throw new UserError('Stopped before the start was complete.', { exitCode: 130 });
      const startedAt = performance.now();
      const result = await work();
      line(`${done}. ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
      return result;
    },
    detail: (text) => log.write('detail', text),
  };
}

/** Libraries print stack traces; this sends them to the log. Returns a function that restores the console. */
export function redirectConsole(terminal: Terminal): () => void {
  const names = ['error', 'warn', 'info', 'log', 'debug', 'trace'] as const;
  const originals = names.map((name) => [name, console[name]] as const);
  for (const name of names) console[name] = (...parts: unknown[]) => terminal.detail(format(...parts));
  return () => {
    for (const [name, original] of originals) console[name] = original;
  };
}
