import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Copies what is in `from` into the folder `to`, owners and permissions included: Postgres checks both. */
export const copyFolder = async (from: string, to: string): Promise<void> =>
  void (await run('cp', ['-Rp', `${from}/.`, to]));
