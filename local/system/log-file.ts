import { createWriteStream, fchmod } from 'node:fs';

import { redact } from './redact.ts';

export interface LogFile {
  readonly path: string;
  /** Writes one line: `{"time", "part", "level", "text"}`. The text is redacted. */
  write(level: LogLevel, text: string): void;
  close(): Promise<void>;
}

/**
 * `info` was also printed on the terminal. `detail` is the rest: failed requests, output of libraries and functions.
 */
export type LogLevel = 'info' | 'detail';

/** Opens a log, which starts empty. A full disk loses lines but does not stop the process. */
export function openLog(path: string, part: string): LogFile {
  const stream = createWriteStream(path, { flags: 'w', mode: 0o600 });
  stream.on('error', () => {});
  // A log of an earlier run keeps its mode.
  stream.on('open', (fd) => fchmod(fd, 0o600, () => {}));
  return {
    path,
    write(level, text) {
      const time = new Date().toISOString();
      stream.write(`${JSON.stringify({ time, part, level, text: redact(text.trimEnd()) })}\n`);
    },
    close: () => new Promise((done) => (stream.destroyed ? done() : stream.end(() => done()))),
  };
}
