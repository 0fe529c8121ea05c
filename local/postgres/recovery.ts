import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from '../system/run-command.ts';
import type { ServiceUser } from '../system/run-command.ts';
import { processStart } from '../command/run-state.ts';
import { UserError } from '../system/user-error.ts';

/**
 * Cleans up after a supervisor that was killed: stops a Postgres that still runs on this cluster, and deletes a
 * postmaster.pid whose process id now belongs to another process (which Postgres would take for a running server).
 */
export async function stopOrphan(
  cluster: string,
  pgCtl: string,
  user: ServiceUser | undefined,
  log: (line: string) => void,
): Promise<void> {
  const pid = await postmasterPid(cluster);
  if (pid === undefined) return;
  if (processStart(pid) === undefined || !(await isPostmasterOf(pid, cluster))) {
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  log('Stopping a Postgres that is still running after an interrupted start.');
  const fast = await runCommand(pgCtl, ['-D', cluster, '-m', 'fast', '-w', '-t', '30', 'stop'], { user });
  if (fast.code === 0) return;
  const hard = await runCommand(pgCtl, ['-D', cluster, '-m', 'immediate', '-w', '-t', '15', 'stop'], { user });
  if (hard.code === 0 || processStart(pid) === undefined) return;
  throw new UserError(`Postgres from an earlier run (process ${pid}) does not stop. Kill it, then start again.`);
}

export async function postmasterPid(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const real = await realpath(cluster);
  if (process.platform === 'linux') {
    // The postmaster's working directory is its cluster.
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '');
    const program = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return cwd === real && program.split('\0')[0]?.endsWith('postgres') === true;
  }
  const line = (await runCommand('ps', ['-p', String(pid), '-o', 'command='])).output;
  return line.includes('postgres') && (line.includes(cluster) || line.includes(real));
}
