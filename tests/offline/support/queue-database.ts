import { PowerSyncDatabase } from '@powersync/node';
import { publishReplica } from '#data/replica/replica.ts';
import { schema } from '#data/replica/schema.ts';
import { adoptSession, type Member } from '#data/session/session.ts';
import { openSqliteWorker } from '../../support/sqlite-worker.ts';

/** Opens the member's database in this folder and publishes it, as the app does at its start. */
export async function openQueueDatabase(session: Member, directory: string): Promise<PowerSyncDatabase> {
  const db = new PowerSyncDatabase({
    schema,
    database: {
      dbFilename: 'me.db',
      dbLocation: directory,
      implementation: { type: 'node:sqlite' },
      readWorkerCount: 1,
      openWorker: openSqliteWorker,
    },
  });
  await db.init();
  adoptSession(session);
  publishReplica({
    account: session.userId,
    session,
    db,
    flush() {},
    check() {},
    close: async () => {},
  });
  return db;
}
