import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PowerSyncDatabase } from '@powersync/node';
import type { CrudAction } from '#contract/crud.ts';
import { publishReplica } from '#data/replica/replica.ts';
import { schema } from '#data/replica/schema.ts';
import { adoptSession, type Member } from '#data/session/session.ts';
import { createUploader } from '#data/upload/uploader.ts';
import { createWaker } from '#data/upload/waker.ts';
import { openSqliteWorker } from '../../support/sqlite-worker.ts';

/** A logged-in member on their own device: the app's schema on real SQLite, without a server. */
export async function signIn(userId: string, username = 'me') {
  const directory = await mkdtemp(join(tmpdir(), 'rangeday-member-'));
  const session: Member = { kind: 'member', userId, email: '', username };
  const db = new PowerSyncDatabase({
    schema,
    logger: { log() {} },
    database: {
      dbFilename: 'member.db',
      dbLocation: directory,
      implementation: { type: 'node:sqlite' },
      readWorkerCount: 1,
      openWorker: openSqliteWorker,
    },
  });
  await db.init();
  adoptSession(session);
  publishReplica({ account: userId, session, db, flush() {}, check() {}, close: async () => {} });

  return {
    db,
    /** Inserts a row as if it was synced. */
    async synced(table: string, id: string, row: Record<string, unknown>): Promise<void> {
      await db.execute(`INSERT OR REPLACE INTO ps_data__${table} (id, data) VALUES (?, ?)`, [id, JSON.stringify(row)]);
      await db.execute(
        `INSERT INTO ps_oplog (bucket, op_id, row_type, row_id, key, data, hash) VALUES (1, (SELECT coalesce(max(op_id), 0) + 1 FROM ps_oplog), ?, ?, ?, ?, 0)`,
        [table, id, `${table}/${id}`, JSON.stringify(row)],
      );
    },
    outbox: () =>
      db.getAll<{ kind: string; label: string; about: string | null; subject_id: string | null; entity_id: string }>(
        'SELECT * FROM outbox ORDER BY created_at, id',
      ),
    /** Sends the queue to a server that applies everything. Returns the sent actions. */
    async drain(): Promise<CrudAction[]> {
      const sent: CrudAction[] = [];
      const uploader = createUploader({
        account: userId,
        accessToken: async () => 'token',
        send: async (batch) => {
          sent.push(...batch.actions);
          return {
            kind: 'answer',
            results: batch.actions.map(({ action_id }) => ({ action_id, status: 'applied' as const })),
          };
        },
        exclusively: (work) => work(),
        waker: createWaker(() => Number.MAX_SAFE_INTEGER),
      });
      while (await db.getOptional('SELECT 1 FROM ps_crud')) await uploader.upload(db);
      return sent;
    },
    async close(): Promise<void> {
      publishReplica(null);
      await db.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type SignedIn = Awaited<ReturnType<typeof signIn>>;
