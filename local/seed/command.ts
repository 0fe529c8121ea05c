import { join } from 'node:path';

import type { BackendContext } from '../context.ts';
import { openDataDir } from '../system/data-dir.ts';
import { migrate } from '../migrations/migrate.ts';
import { startPostgres } from '../postgres/postgres.ts';
import { acquireLock, assertNotRunning } from '../command/run-state.ts';
import type { Scale } from './scale/stages.ts';
import { seedScale } from './scale/scale.ts';
import { ANON_KEY, loadSecrets } from '../system/secrets.ts';
import { seed } from './seed.ts';
import { toUserError } from '../system/user-error.ts';
import { bootstrapDatabase } from '../supabase/bootstrap.ts';

const BAR = 30;

/**
 * `npm run seed`: migrates the data directory's database and fills it. Only Postgres runs meanwhile. Throws UserError,
 * and changes nothing, if a backend runs there or if the database was seeded before.
 */
export async function seedDataDir(path: string, { members, posts }: Scale): Promise<void> {
  await assertNotRunning(path);
  const dataDir = await openDataDir(path);
  const secrets = await loadSecrets(dataDir.path);
  const { jwtSecret, guestSecret, serviceRoleKey } = secrets;
  const lock = await acquireLock(dataDir.path, {
    appUrl: '',
    databaseUrl: '',
    jwtSecret,
    anonKey: ANON_KEY,
    serviceRoleKey,
  });
  const startedAt = performance.now();
  try {
    const postgres = await startPostgres({
      dataDir: dataDir.path,
      logs: dataDir.logs,
      password: secrets.postgresPassword,
      bulk: true,
      log: (line) => process.stdout.write(`${line}\n`),
      onExit: () => {},
    });
    try {
      const ctx: BackendContext = {
        ...{ dataDir: dataDir.path, appUrl: '', port: 0, databaseUrl: postgres.databaseUrl, anonKey: ANON_KEY },
        ...{ jwtSecret, guestSecret, serviceRoleKey },
        log: (line) => process.stdout.write(`${line}\n`),
      };
      await bootstrapDatabase(ctx);
      await migrate(ctx);
      if (!dataDir.seeded) {
        await seed(ctx, 'year');
        await dataDir.markSeeded();
      }
      await seedScale({
        databaseUrl: postgres.databaseUrl,
        members,
        posts,
        progress: createProgressBar(process.stdout),
      });
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    throw toUserError(error, dataDir.path, join(dataDir.logs, 'postgres.log'));
  } finally {
    await lock.release();
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    `Added ${members} members and ${posts} posts, with comments, votes, friends and messages. ${seconds} s\n`,
  );
}

/** A progress bar on a terminal; elsewhere a line for every 10 %. */
function createProgressBar(out: {
  isTTY?: boolean;
  write(text: string): unknown;
}): (share: number, what: string) => void {
  let told = -1;
  return (share, what) => {
    if (out.isTTY) {
      const full = Math.round(share * BAR);
      out.write(
        `\r\u001B[K${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${Math.floor(share * 100)} % ${what}${share >= 1 ? '\n' : ''}`,
      );
    } else if (Math.floor(share * 10) > told) {
      told = Math.floor(share * 10);
      out.write(`${told * 10} % ${what}\n`);
    }
  };
}
