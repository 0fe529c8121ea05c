import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
const PREFIX = 'rangeday-run-';
/**
 * A run has at most 0.6 GB of files at a time. Chromium's shared memory is among them: Playwright starts it with
 * --disable-dev-shm-usage, so it is in the temporary folder. A container's default is 64 MB; then only Postgres uses
 * it, with 1 MB for each server.
 */
const LEAST_ROOM = 2 * 2 ** 30;
/** Browsers and backends need memory, too. */
const LEAST_MEMORY = 6 * 2 ** 30;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Moves the temporary files of this run into memory where there is plenty: databases and profiles of browsers, which
 * are written to all the time and thrown away. This process and all that it starts find the folder by `tmpdir()`. It is
 * deleted at the end, or, if the run was killed, by the next one.
 */
export function keepTemporaryFilesInMemory(): void {
  // Of a worker, or a choice of whoever starts the tests.
  if (process.env.TMPDIR) return;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    for (const name of readdirSync(MEMORY)) {
      if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length)))) remove(join(MEMORY, name));
    }
    if (bavail * bsize < LEAST_ROOM || process.availableMemory() < LEAST_MEMORY) return;
  } catch {
    // Another system: the files are on its disk.
    return;
  }
  const folder = join(MEMORY, `${PREFIX}${process.pid}`);
  // Postgres, which refuses to be root, is another user.
  mkdirSync(folder, { mode: 0o755 });
  process.once('exit', () => remove(folder));
  process.env.TMPDIR = folder;
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // Of another user, or still in use: the next run deletes it.
  }
}
