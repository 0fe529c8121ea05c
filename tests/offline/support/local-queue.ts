import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PowerSyncDatabase } from '@powersync/node';
import { v7 } from 'uuid';
import { afterEach, beforeEach } from 'vitest';
import type { CrudBatch, CrudOp, CrudResult } from '#contract/crud.ts';
import type { StoredAction } from '#data/outbox/action.ts';
import { ACTION_COLUMNS, decodeAction } from '#data/outbox/action-store.ts';
import { publishReplica } from '#data/replica/replica.ts';
import { schema } from '#data/replica/schema.ts';
import { adoptSession, type Member } from '#data/session/session.ts';
import type { Outcome } from '#data/upload/classify.ts';
import { reconcile } from '#data/outbox/results.ts';
import { createUploader, type UploaderParts } from '#data/upload/uploader.ts';
import { createWaker } from '#data/upload/waker.ts';
import { commitAction, type NewAction } from '#data/outbox/write.ts';
import { openSqliteWorker } from '../../support/sqlite-worker.ts';

export const ME = '018f0000-0000-7000-8000-000000000001';
const SESSION: Member = { kind: 'member', userId: ME, email: 'me@example.test', username: 'me' };

export type Answer = (batch: CrudBatch) => Outcome;

export const applied: Answer = (batch) => ({
  kind: 'answer',
  results: batch.actions.map(({ action_id }) => ({ action_id, status: 'applied' })),
});

/** Applies all actions except those for which `judge` returns a rejection. */
export const judged =
  (judge: (ops: CrudOp[], id: string) => Partial<CrudResult> | undefined): Answer =>
  (batch) => ({
    kind: 'answer',
    results: batch.actions.map(({ action_id, ops }) => {
      const rejection = judge(ops, action_id);
      return rejection ? { action_id, status: 'rejected', ...rejection } : { action_id, status: 'applied' };
    }),
  });

/** The queue of one device on real SQLite. The test sets the server's answers. */
export class LocalQueue {
  directory!: string;
  db!: PowerSyncDatabase;
  /** The server's answers, one per call. The last one repeats. */
  answers: Answer[] = [applied];
  batches: CrudBatch[] = [];
  flushed: ({ force?: boolean } | undefined)[] = [];

  async open(): Promise<void> {
    this.db = new PowerSyncDatabase({
      schema,
      database: {
        dbFilename: 'me.db',
        dbLocation: this.directory,
        implementation: { type: 'node:sqlite' },
        readWorkerCount: 1,
        openWorker: openSqliteWorker,
      },
    });
    await this.db.init();
    adoptSession(SESSION);
    publishReplica({
      account: ME,
      session: SESSION,
      db: this.db,
      flush: (options) => void this.flushed.push(options),
      check() {},
      close: async () => {},
    });
  }

  uploader(parts: Partial<UploaderParts> = {}) {
    return createUploader({
      account: ME,
      accessToken: async () => 'token',
      send: async (batch) => {
        this.batches.push(batch);
        const answer = this.answers.length > 1 ? this.answers.shift()! : this.answers[0]!;
        return answer(batch);
      },
      exclusively: (work) => work(),
      waker: createWaker(() => Number.MAX_SAFE_INTEGER),
      ...parts,
    });
  }

  /** One upload, whatever its result. */
  upload = (parts?: Partial<UploaderParts>) => this.uploader(parts).upload(this.db);

  /** The operations of the last call, by action. */
  lastOps = (): CrudOp[][] => this.batches.at(-1)?.actions.map(({ ops }) => ops) ?? [];

  async write(action: Omit<NewAction, 'write'>, sql: string, params: unknown[] = []) {
    const action_id = v7();
    const write: NewAction['write'] = (tx, metadata) =>
      tx.execute(sql.replaceAll(':metadata', `'${metadata}'`), params);
    const result = await commitAction({ db: this.db }, { ...action, write }, action_id);
    if (!result.ok) throw new Error(result.code);
    return action_id;
  }

  outbox = async (): Promise<StoredAction[]> =>
    (await this.db.getAll<object>(`SELECT ${ACTION_COLUMNS} FROM outbox ORDER BY created_at, id`)).map(decodeAction);
  queueLength = async () => (await this.db.get<{ n: number }>('SELECT count(*) AS n FROM ps_crud')).n;
  row = <T>(table: string, id: string) => this.db.getOptional<T>(`SELECT * FROM ${table} WHERE id = ?`, [id]);
  tidy = () => this.db.writeTransaction(reconcile);

  /** Inserts a row as if it was synced: into PowerSync's copy of the server's data, and into the table. */
  async synced(table: string, id: string, fields: Record<string, unknown>): Promise<void> {
    const data = JSON.stringify(fields);
    await this.db.execute(
      `INSERT INTO ps_oplog (bucket, op_id, row_type, row_id, key, data, hash)
       VALUES (1, coalesce((SELECT max(op_id) FROM ps_oplog), 0) + 1, ?, ?, ?, ?, 0)`,
      [table, id, `${table}/${id}`, data],
    );
    await this.db.execute(`INSERT OR REPLACE INTO ps_data__${table} (id, data) VALUES (?, ?)`, [id, data]);
  }

  /** Marks the checkpoint that contains all uploads as applied. */
  async caughtUp(): Promise<void> {
    await this.db.execute(
      `INSERT OR REPLACE INTO ps_kv (key, value) VALUES ('target_checkpoint_request_id', '7'), ('last_applied_checkpoint_request_id', '7')`,
    );
  }
}

/** A fresh device for each test of the file. */
export function useLocalQueue(): LocalQueue {
  const queue = new LocalQueue();
  beforeEach(async () => {
    queue.directory = await mkdtemp(join(tmpdir(), 'rangeday-queue-'));
    queue.batches = [];
    queue.flushed = [];
    queue.answers = [applied];
    await queue.open();
  });
  afterEach(async () => {
    publishReplica(null);
    await queue.db.close();
    await rm(queue.directory, { recursive: true, force: true });
  });
  return queue;
}
