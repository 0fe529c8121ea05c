import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { freePort } from '../../local/system/ports.ts';
import { fillFromCache, textsOf } from './cached-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Everything that decides what a first start writes. */
const SOURCES = ['local', 'supabase/migrations', 'sync-rules.yaml', 'src/contract', 'package-lock.json'];
/** Example posts are some minutes or hours old, so their copies must not become much older. */
const SEED_LIFETIME = 3 * 60 * 60_000;

/**
 * Fills `target` with the data directory of a backend that was started and stopped once: cluster, migrations, secrets,
 * and with `seed` the example posts of a week. A backend starts on a copy in a fraction of the time of a first start.
 * All copies have the same secrets and keys.
 */
export async function copyPreparedDataDir(target: string, { seed = false } = {}): Promise<void> {
  const inputs = textsOf(...SOURCES);
  await fillFromCache(target, {
    kind: seed ? 'data-dir-seeded' : 'data-dir',
    inputs: seed ? [...inputs, String(Math.floor(Date.now() / SEED_LIFETIME))] : inputs,
    async make(folder) {
      if (seed) await copyPreparedDataDir(folder);
      await startAndStop(folder, seed ? ['--examples', 'week'] : ['--no-seed']);
      for (const name of ['logs', 'postgres.port']) await rm(join(folder, name), { recursive: true, force: true });
    },
  });
}

async function startAndStop(dataDir: string, options: readonly string[]): Promise<void> {
  const child = spawn(
    process.execPath,
    [
      join(ROOT, 'local/cli.ts'),
      'start',
      ...['--no-build', '--data-dir', dataDir, '--port', String(await freePort()), ...options],
    ],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, RANGEDAY_PG_FAST: '1', RANGEDAY_AUTH_HASH_COST: '4' },
    },
  );
  const ended = once(child, 'exit');
  const output: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    output.push(line);
    if (line.includes('Ctrl-C stops it')) child.kill('SIGTERM');
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`The data directory could not be prepared:\n${output.join('\n')}`);
}
