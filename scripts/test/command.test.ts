import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { processStart } from '../../local/command/run-state.ts';
import { run } from './command.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rangeday-command-'));
});
afterEach(() => rm(folder, { recursive: true }));

const isAlive = (pid: number): boolean => processStart(pid) !== undefined;

// A supervisor ends the command alone, Ctrl-C ends it with its terminal's group, and SIGKILL leaves it no time.
it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
  '%s leaves nothing running of what it had started',
  async (signal) => {
    const log = join(folder, 'log');
    const grandchild = `console.log(process.pid); setInterval(() => {}, 1000)`;
    const child = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'inherit' })`;
    const program = `
    import { run } from ${JSON.stringify(join(import.meta.dirname, 'command.ts'))};
    await run(process.execPath, ['-e', ${JSON.stringify(child)}], ${JSON.stringify(log)});`;
    const command = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    let pid = 0;
    await expect
      .poll(async () => {
        pid = Number(await readFile(log, 'utf8').catch(() => ''));
        return pid;
      })
      .toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(true);
    command.kill(signal);
    await once(command, 'exit');
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);

it('reports the processor time of the command and of what that started', async () => {
  const busy = `const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end);`;
  const child = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);`;
  const { ok, processorSeconds } = await run(process.execPath, ['-e', child + busy], join(folder, 'log'));
  expect(ok).toBe(true);
  expect(processorSeconds).toBeGreaterThan(0.8);
});

it('passes the exit code on', async () => {
  expect(await run(process.execPath, ['-e', 'process.exit(3)'], join(folder, 'log'))).toMatchObject({ ok: false });
});
