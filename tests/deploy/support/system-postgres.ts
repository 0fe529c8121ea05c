import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { postgresUser } from '../../../local/postgres/user.ts';

/** Debian's folder of a Postgres that has pg_cron, with all programs, where somebody installed one. */
export function postgresWithCron(): string | undefined {
  return globSync('/usr/lib/postgresql/*/lib/pg_cron.so')
    .map((path) => join(dirname(dirname(path)), 'bin'))
    .find((bin) => ['initdb', 'postgres', 'pg_dump', 'psql'].every((name) => existsSync(join(bin, name))));
}

/** A new cluster of it in a temporary folder, with pg_cron loaded for database `postgres` as in Supabase's image. */
export async function startPostgresWithCron(bin: string, superuser: string) {
  const directory = mkdtempSync(join(tmpdir(), 'rangeday-cron-'));
  const data = join(directory, 'data');
  const user = await postgresUser('', () => {});
  const identity = { cwd: '/', ...(user && { uid: user.uid, gid: user.gid }) };
  mkdirSync(data);
  if (user) await promisify(execFile)('chown', ['-R', `${user.uid}:${user.gid}`, directory]);
  await promisify(execFile)(join(bin, 'initdb'), ['-D', data, '-U', superuser, '--auth=trust', '--no-sync'], identity);
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${directory}`,
    'fsync=off',
    'shared_preload_libraries=pg_cron',
    'cron.database_name=postgres',
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...identity,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    server.once('exit', () => reject(new Error(`Postgres ended: ${output}`)));
    server.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('ready to accept connections')) resolve();
    });
  });
  return {
    directory,
    async destroy() {
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
      rmSync(directory, { recursive: true });
    },
  };
}
