import { createWriteStream, fchmod } from 'node:fs';

export interface LogFile {
  readonly path: string;
  write(text: string): void;
  close(): Promise<void>;
}

/** Opens a log, which starts empty. A full disk loses lines but does not stop the process. */
export function openLog(path: string): LogFile {
  const stream = createWriteStream(path, { flags: 'w', mode: 0o600 });
  stream.on('error', () => {});
  // A log of an earlier run keeps its mode.
  stream.on('open', (fd) => fchmod(fd, 0o600, () => {}));
  return {
    path,
    write: (text) => void stream.write(text),
    close: () => new Promise((done) => (stream.destroyed ? done() : stream.end(() => done()))),
  };
}
