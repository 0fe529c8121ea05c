import { spawn, type ChildProcess } from 'node:child_process';

import type { ServiceUser } from '../system/run-command.ts';

export interface GuardOptions {
  /** A process id; with a minus sign, the process group. */
  readonly target: string;
  readonly signal: 'INT' | 'KILL';
  /** Who may send the signal, if it is not the user of this process. */
  readonly user?: ServiceUser | undefined;
}

/**
 * Ends another process when this one exits for any reason (out of memory, kill -9): a shell that reads until its stdin
 * closes. Kill the returned process when the target has ended.
 */
export function startShutdownGuard({ target, signal, user }: GuardOptions): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', `while read -r _; do :; done; kill -s ${signal} -- "$0"`, target], {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
    // Outside the terminal's process group, so that Ctrl-C does not end it first.
    detached: true,
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  return shell;
}
