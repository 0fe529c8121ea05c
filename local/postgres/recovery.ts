import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { runCommand } from '../system/run-command.ts';
import type { ServiceUser } from '../system/run-command.ts';
import { processStart } from '../command/run-state.ts';
import { UserError } from '../system/user-error.ts';

/** For sessions that were killed to be gone. */
const ENDED_WITHIN_MS = 15_000;

/**
 * Cleans up after a supervisor that was killed: stops a Postgres that still runs on this cluster, or what is left of
 * one, and deletes a postmaster.pid whose process id now belongs to another process (which Postgres would take for a
 * running server).
 */
export async function stopOrphan(
  cluster: string,
  pgCtl: string,
  user: ServiceUser | undefined,
  log: (line: string) => void,
): Promise<void> {
  const pid = await postmasterPid(cluster);
  if (pid === undefined) return;
  const isRunning = processStart(pid) !== undefined;
  if (!isRunning || !(await isPostmasterOf(pid, cluster))) {
    await endSessions(cluster);
    // Without the file Postgres would not look for processes of an earlier server.
    if (isRunning) await rm(join(cluster, 'postmaster.pid'), { force: true });
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

/**
 * Ends the processes that are left of a server whose postmaster was killed. Each ends at its next wait, but a busy one
 * could commit before that, and the new server, which has read the log by then, would write over it. Only Linux shows
 * the folder of a process. On other systems Postgres does not start until they have ended.
 */
async function endSessions(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const real = await realpath(cluster);
  const pids: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
    const title = cwd === real ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : '';
    if (title.startsWith('postgres:')) pids.push(Number(name));
  }
  for (const pid of pids) if (processStart(pid) !== undefined) process.kill(pid, 'SIGKILL');
  for (const end = performance.now() + ENDED_WITHIN_MS; pids.some((pid) => processStart(pid) !== undefined);) {
    if (performance.now() > end) throw new UserError('A Postgres from an earlier run does not end. Try again.');
    await new Promise((done) => setTimeout(done, 10));
  }
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
