import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type PowerSyncBackendConnector, PowerSyncDatabase, type PowerSyncLogger } from '@powersync/node';
import type { CrudBatch } from '#contract/crud.ts';
import { publishReplica } from '#data/replica/replica.ts';
import { schema } from '#data/replica/schema.ts';
import { adoptSession, type Member } from '#data/session/session.ts';
import type { Outcome } from '#data/upload/classify.ts';
import { reconcile, requeueStale } from '#data/outbox/results.ts';
import { sendBatch } from '#data/upload/send-queue.ts';
import { type ConnectorParts, createConnector, createUploader, type Uploader } from '#data/upload/uploader.ts';
import { createWaker } from '#data/upload/waker.ts';
import { MAIN_FEED_SQL } from '#features/feed/feed-sql.ts';
import { createPost } from '#features/posts/mutations.ts';
import { openSqliteWorker } from '../../support/sqlite-worker.ts';
import type { Backend } from './backend.ts';

export interface OutboxRow {
  id: string;
  entity_id: string;
  state: string;
  label: string;
  last_error: string | null;
}

type Send = (batch: CrudBatch) => Promise<Outcome>;

export interface DeviceOptions {
  /** The backend's address, for example that of a slow link. */
  appUrl?: string;
  powersyncUrl?: string;
  logger?: PowerSyncLogger;
  /** Creates the connector from tokens and the sync address. The default is the app's. */
  connector?(parts: ConnectorParts): PowerSyncBackendConnector;
}

/** A member's device: the app's own schema, connector and uploader on the stock client for Node. */
export class Device {
  readonly #backend: Backend;
  readonly userId: string;
  readonly #file = `${randomUUID()}.db`;
  #stopTidy: (() => void) | undefined;
  #closing = false;
  db!: PowerSyncDatabase;
  /** Every call, answered or not. */
  readonly sent: CrudBatch[] = [];
  /** Replaces the device's calls to the server. `send` is the real call. */
  interfere: (send: Send, batch: CrudBatch) => Promise<Outcome> = (send, batch) => send(batch);

  readonly #options: DeviceOptions;
  #connector: PowerSyncBackendConnector | undefined;
  #uploader: Uploader | undefined;

  constructor(backend: Backend, userId: string, options: DeviceOptions = {}) {
    this.#backend = backend;
    this.userId = userId;
    this.#options = options;
  }

  /** Opens the device's file, as each new process does. */
  async open({ connected = true } = {}): Promise<this> {
    const { directory, state } = this.#backend;
    const appUrl = this.#options.appUrl ?? state.appUrl;
    const dbLocation = join(directory, 'devices');
    await mkdir(dbLocation, { recursive: true });
    this.db = new PowerSyncDatabase({
      schema,
      logger: this.#options.logger ?? { log() {} },
      database: {
        dbFilename: this.#file,
        dbLocation,
        implementation: { type: 'node:sqlite' },
        readWorkerCount: 1,
        openWorker: openSqliteWorker,
      },
    });
    this.#closing = false;
    await this.db.init();
    await this.db.writeTransaction(requeueStale);
    const stopChanges = this.db.onChange(
      { onChange: () => this.#tidy() },
      { tables: ['posts', 'outbox', 'write_rejections'], throttleMs: 50 },
    );
    // The checkpoint that confirms a like changes none of these tables.
    const stopStatus = this.db.registerListener({ statusChanged: () => void this.#tidy() });
    this.#stopTidy = () => {
      stopChanges();
      stopStatus();
    };
    const uploader = (this.#uploader = createUploader({
      account: this.userId,
      accessToken: () => this.#backend.accessToken(this.userId),
      send: (batch, accessToken) => {
        this.sent.push(batch);
        return this.interfere(
          (given) => sendBatch(given, { supabaseUrl: appUrl, publishableKey: state.anonKey, accessToken }),
          batch,
        );
      },
      exclusively: (work) => work(),
      waker: createWaker(),
    }));
    this.#connector = (this.#options.connector ?? createConnector)({
      powersyncUrl: this.#options.powersyncUrl ?? `${appUrl}/powersync`,
      syncToken: () => this.#backend.accessToken(this.userId),
      uploader,
    });
    if (connected) this.connect();
    return this;
  }

  /** Ends the pause after a failed upload. */
  flush(): void {
    this.#uploader?.flush({ force: true });
  }

  connect(): void {
    if (this.#connector) void this.db.connect(this.#connector, { retryDelayMs: 200, crudUploadThrottleMs: 50 });
  }

  /** The last reconciliation. `close` waits for it. */
  #tidying: Promise<void> = Promise.resolve();
  #tidy(): Promise<void> {
    return (this.#tidying = this.db.writeTransaction(reconcile).catch((error) => {
      if (!this.#closing) throw error;
    }));
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#stopTidy?.();
    await this.#tidying;
    await this.db.close();
  }

  /** Runs the app's mutations on this device. Only one device at a time, because the app has one session. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const session: Member = { kind: 'member', userId: this.userId, email: '', username: null };
    adoptSession(session);
    publishReplica({
      account: this.userId,
      session,
      db: this.db,
      flush() {},
      check() {},
      close: async () => {},
    });
    return work();
  }

  /** Creates a post with the app's mutation. */
  async post(title: string): Promise<string> {
    const result = await this.run(() => createPost({ title, description: '', visibility: 'public' }));
    if (!result.ok) throw new Error(result.code);
    return result.id;
  }

  outbox = (): Promise<OutboxRow[]> => this.db.getAll<OutboxRow>('SELECT * FROM outbox ORDER BY created_at, id');

  async feed(): Promise<string[]> {
    const rows = await this.db.getAll<{ title: string }>(MAIN_FEED_SQL, [100]);
    return rows.map(({ title }) => title);
  }

  /** Resolves when the condition holds. It is checked after each change of the replica. */
  async feedHas(passes: (titles: string[], outbox: OutboxRow[]) => boolean): Promise<void> {
    const stop = new AbortController();
    const tables = ['posts', 'outbox', 'write_rejections', 'ps_crud'];
    for await (const _ of this.db.onChange({ tables, signal: stop.signal, triggerImmediate: true, throttleMs: 20 })) {
      if (passes(await this.feed(), await this.outbox())) stop.abort();
    }
  }

  /** Resolves when everything was sent and answered. */
  async queueEmpty(): Promise<void> {
    const stop = new AbortController();
    const changes = this.db.onChange({
      tables: ['ps_crud'],
      signal: stop.signal,
      triggerImmediate: true,
      throttleMs: 0,
    });
    for await (const _ of changes) {
      if (!(await this.db.getOptional('SELECT 1 FROM ps_crud LIMIT 1'))) stop.abort();
    }
  }

  /** Resolves when everything was sent, answered and synced. */
  settled = (): Promise<void> => this.feedHas((_, outbox) => outbox.every(({ state }) => state === 'refused'));
}
