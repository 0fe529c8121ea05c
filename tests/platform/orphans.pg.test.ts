import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, it, onTestFinished } from 'vitest';

import { processStart } from '../../local/command/run-state.ts';

it('a backend ends, with its database, when the worker of a test is killed before it could stop it', async () => {
  const program = `
    import { Backend } from ${JSON.stringify(join(import.meta.dirname, '../support/backend.ts'))};
    const backend = await Backend.start('--no-seed');
    const [{ pid }] = await backend.query("select pid from pg_stat_activity where backend_type = 'checkpointer'");
    console.log(JSON.stringify([backend.pid, pid]));
    setInterval(() => {}, 1000);`;
  const worker = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: worker.stdout }), 'line')) as [string];
  const pids = JSON.parse(line) as number[];
  const running = () => pids.filter((pid) => processStart(pid) !== undefined);
  expect(running()).toHaveLength(2);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await expect.poll(running).toEqual([]);
});
