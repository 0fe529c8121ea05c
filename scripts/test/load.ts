import { spawn } from 'node:child_process';

import { startShutdownGuard } from '../../local/command/shutdown-guard.ts';

/**
 * Keeps cores busy with endless loops, each in a process: a machine on which much else runs.
 *
 * @returns ends them
 */
export function startLoad(loops: number): () => void {
  const children = Array.from({ length: loops }, () => {
    const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    return { child, guard: startShutdownGuard({ target: String(child.pid), signal: 'KILL' }) };
  });
  return () => {
    for (const { child, guard } of children) {
      guard.kill();
      child.kill('SIGKILL');
    }
  };
}
