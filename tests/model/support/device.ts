import type { PowerSyncDatabase } from '@powersync/node';
import { publishReplica } from '#data/replica/replica.ts';
import { adoptSession, type Member } from '#data/session/session.ts';
import { reconcile, requeueStale } from '#data/outbox/results.ts';
import { sendBatch } from '#data/upload/send-queue.ts';
import { completeDueDiscards } from '#data/outbox/discard.ts';
import { releaseSetAside } from '#data/outbox/retry.ts';
import { createUploader, type Uploader, type UploaderParts } from '#data/upload/uploader.ts';
import { killPoint, createLock, Disk, AppProcess } from './disk.ts';
import type { Network } from './network.ts';
import type { ModelServer } from './server.ts';
import { type Checkpoint, deliver, Stream } from './stream.ts';

export interface OutboxRow {
  id: string;
  kind: string;
  entity_id: string;
  state: 'queued' | 'sending' | 'sent' | 'refused';
  attempts: number;
  ops: string;
  last_error: string | null;
  discard_at: number | null;
}

/** Parts that a test replaces with defective ones. */
export interface Parts {
  uploader?: (parts: UploaderParts, db: PowerSyncDatabase) => UploaderParts;
}

/** Two uploaders, like two tabs of the app. */
const TABS = 2;

interface Account {
  readonly member: string;
  readonly disk: Disk;
  readonly stream: Stream;
  heldCheckpoint: Checkpoint | null;
}

const disks: Disk[] = [];

async function tidyAtOpen(db: PowerSyncDatabase, account: string): Promise<void> {
  await db.writeTransaction(requeueStale);
  await completeDueDiscards({ account, db });
  await releaseSetAside(db);
}

/** A phone that several members use one after another. Each has their own database. */
export class Device {
  readonly #network: Network;
  readonly #parts: Parts;
  readonly #accounts: Account[];
  #account: Account;
  /** Called after each line of the stream. `applied`: the buckets that are at this checkpoint. */
  onLine: (checkpoint: Checkpoint, applied: readonly string[]) => Promise<void> = async () => {};
  process = new AppProcess();
  #db: PowerSyncDatabase | undefined;
  #uploaders: Uploader[] = [];
  #syncing = createLock();
  readonly #running = new Map<number, Promise<void>>();

  constructor(server: ModelServer, network: Network, members: readonly string[], parts: Parts = {}) {
    this.#network = network;
    this.#parts = parts;
    this.#accounts = members.map((member, index) => {
      // Opening SQLite again takes longer than a whole run.
      const disk = (disks[index] ??= new Disk());
      disk.clear();
      return { member, disk, stream: new Stream(server, member), heldCheckpoint: null };
    });
    this.#account = this.#accounts[0]!;
  }

  get member(): string {
    return this.#account.member;
  }

  get db(): PowerSyncDatabase {
    if (!this.#db) throw new Error('The device is off.');
    return this.#db;
  }

  /** Starts the app like connection/attach.ts, without the connection. */
  async open(): Promise<void> {
    const process = (this.process = new AppProcess());
    const { member, disk } = this.#account;
    const db = (this.#db = await disk.open());
    await process.run(() => tidyAtOpen(db, member));
    const exclusively = createLock();
    const parts: UploaderParts = {
      account: member,
      accessToken: async () => {
        await killPoint();
        return member;
      },
      send: async (batch, accessToken) => {
        await killPoint();
        const options = { supabaseUrl: 'https://model.test', publishableKey: 'key', accessToken };
        const outcome = await sendBatch(batch, { ...options, fetch: this.#network.fetchOf(accessToken) });
        await killPoint();
        return outcome;
      },
      exclusively,
      // The steps of the model replace time.
      waker: { sleepUntil: async () => {}, wake() {} },
    };
    this.#uploaders = Array.from({ length: TABS }, () => createUploader(this.#parts.uploader?.(parts, db) ?? parts));
    const session: Member = { kind: 'member', userId: member, email: '', username: null };
    adoptSession(session);
    publishReplica({
      account: member,
      session,
      db,
      flush: () => {},
      check() {},
      close: async () => {},
    });
  }

  /** Kills the process. Calls that it sent may still arrive. */
  kill(): void {
    this.process.isKilled = true;
    this.#network.dropAll();
    this.#running.clear();
    publishReplica(null);
  }

  /** Logs in another member. */
  async switchTo(index: number): Promise<void> {
    this.kill();
    await idle();
    this.#account = this.#accounts[index % this.#accounts.length]!;
    await this.open();
  }

  /** Uploads in a tab unless it is uploading already, like PowerSync's loop. */
  upload(tab: number): Promise<void> {
    const running = this.#running.get(tab % TABS);
    if (running) return running;
    const uploader = this.#uploaders[tab % TABS]!;
    const { db, process } = this;
    const { stream } = this.#account;
    const work = process
      .run(async () => {
        await uploader.upload(db);
        await stream.markUploaded(db);
      })
      .catch(() => {})
      .finally(() => {
        if (this.process === process) this.#running.delete(tab % TABS);
      });
    this.#running.set(tab % TABS, work);
    return work;
  }

  /** Delivers the newest checkpoint, or with `stale` one that was held back before. */
  async sync(stale = false): Promise<void> {
    const account = this.#account;
    const checkpoint = (stale && account.heldCheckpoint) || account.stream.take();
    account.heldCheckpoint = null;
    await this.#syncing(() => deliver(this.db, checkpoint, (applied) => this.onLine(checkpoint, applied)));
    await this.tidy();
  }

  /** Runs after each change of the tables that the outbox depends on. */
  tidy = (): Promise<void> => this.db.writeTransaction(reconcile);

  /** Takes a checkpoint that is delivered later. */
  holdCheckpoint(): void {
    this.#account.heldCheckpoint = this.#account.stream.take();
  }

  outbox = (): Promise<OutboxRow[]> => this.db.getAll<OutboxRow>('SELECT * FROM outbox ORDER BY created_at, id');

  async queueLength(): Promise<number> {
    const row = await this.db.get<{ n: number }>('SELECT count(*) AS n FROM ps_crud');
    return row.n;
  }
}

/** Resolves when all work waits for the network or is done. Everything else here runs in microtasks. */
export const idle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
