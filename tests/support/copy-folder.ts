import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Copies a folder. Node's `cp` loses the owner, and Postgres refuses a cluster that is not its own. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await run('cp', ['-Rp', `${from}/.`, to]);
}
