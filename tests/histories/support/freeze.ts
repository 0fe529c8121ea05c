import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Stops processes for this long. Those that have ended meanwhile are left out. By a process of its own, because stopped
 * ones would stay for ever if this run was killed.
 */
export async function freezeFor(pids: readonly number[], ms: number): Promise<void> {
  const all = pids.join(' ');
  const script = `kill -STOP ${all} 2>/dev/null; sleep ${ms / 1000}; kill -CONT ${all} 2>/dev/null`;
  await once(spawn('sh', ['-c', script], { detached: true, stdio: 'ignore' }), 'exit');
}
