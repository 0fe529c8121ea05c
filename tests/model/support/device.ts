import type { PowerSyncDatabase } from '@powersync/node';
import { publishReplica } from '#data/replica/replica.ts';
import { adoptSession, type Member } from '#data/session/session.ts';
import { reconcile, requeueStale } from '#data/outbox/results.ts';
import { sendBatch } from '#data/upload/send.ts';
import { completeDueDiscards } from '#data/outbox/discard.ts';
import { releaseSetAside } from '#data/outbox/retry.ts';
import { createUploader, type Uploader, type UploaderParts } from '#data/upload/uploader.ts';
import { breathe, createLock, Disk, Life } from './disk.ts';
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

/** Where a test can put a worse part, to see that the model notices. */
export interface Parts {
  uploader?: (parts: UploaderParts, db: PowerSyncDatabase) => UploaderParts;
}

/** Two uploaders, as of a page in two tabs. */
const TABS = 2;

interface Account {
  readonly member: string;
  readonly disk: Disk;
  readonly stream: Stream;
  held: Checkpoint | null;
}

const disks: Disk[] = [];

async function tidyAtOpen(db: PowerSyncDatabase, account: string): Promise<void> {
  await db.writeTransaction(requeueStale);
  await completeDueDiscards({ account, db });
  await releaseSetAside(db);
}

/** A phone that several members use, one after another; each has a database of their own. */
export class Device {
  readonly #network: Network;
  readonly #parts: Parts;
  readonly #accounts: Account[];
  #account: Account;
  /** Called after each line of the stream. `applied`: the buckets that are at this checkpoint. */
  onLine: (checkpoint: Checkpoint, applied: readonly string[]) => Promise<void> = async () => {};
  life = new Life();
  #db: PowerSyncDatabase | undefined;
  #uploaders: Uploader[] = [];
  #syncing = createLock();
  readonly #running = new Map<number, Promise<void>>();

  constructor(server: ModelServer, network: Network, members: readonly string[], parts: Parts = {}) {
    this.#network = network;
    this.#parts = parts;
    this.#accounts = members.map((member, index) => {
      // Opening SQLite anew costs more than a whole run.
      const disk = (disks[index] ??= new Disk());
      disk.clear();
      return { member, disk, stream: new Stream(server, member), held: null };
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

  /** Starts the app: what sync/attach.ts does, but for the connection. */
  async open(): Promise<void> {
    const life = (this.life = new Life());
    const { member, disk } = this.#account;
    const db = (this.#db = await disk.open());
    await life.live(() => tidyAtOpen(db, member));
    const exclusively = createLock();
    const parts: UploaderParts = {
      account: member,
      accessToken: async () => {
        await breathe();
        return member;
      },
      send: async (batch, accessToken) => {
        await breathe();
        const options = { supabaseUrl: 'https://model.test', publishableKey: 'key', accessToken };
        const outcome = await sendBatch(batch, { ...options, fetch: this.#network.fetchOf(accessToken) });
        await breathe();
        return outcome;
      },
      exclusively,
      // The model's time is the order of its steps.
      waker: { sleepUntil: async () => {}, wake() {} },
    };
    this.#uploaders = Array.from({ length: TABS }, () => createUploader(this.#parts.uploader?.(parts, db) ?? parts));
    const session: Member = { kind: 'member', userId: member, email: '', username: null };
    adoptSession(session);
    publishReplica({
      account: member,
      session,
      db,
      hurry: () => {},
      check() {},
      close: async () => {},
    });
  }

  /** The process ends here and now. What it had sent may be on its way. */
  kill(): void {
    this.life.isOver = true;
    this.#network.abandon();
    this.#running.clear();
    publishReplica(null);
  }

  /** Another member takes over the phone. */
  async switchTo(index: number): Promise<void> {
    this.kill();
    await quiet();
    this.#account = this.#accounts[index % this.#accounts.length]!;
    await this.open();
  }

  /** Lets a tab upload, if it is not at it: what PowerSync's loop does. */
  upload(tab: number): Promise<void> {
    const running = this.#running.get(tab % TABS);
    if (running) return running;
    const uploader = this.#uploaders[tab % TABS]!;
    const { db, life } = this;
    const { stream } = this.#account;
    const work = life
      .live(async () => {
        await uploader.upload(db);
        await stream.markUploaded(db);
      })
      .catch(() => {})
      .finally(() => {
        if (this.life === life) this.#running.delete(tab % TABS);
      });
    this.#running.set(tab % TABS, work);
    return work;
  }

  /** The newest checkpoint arrives, or with `stale` one that was held back before. */
  async sync(stale = false): Promise<void> {
    const account = this.#account;
    const checkpoint = (stale && account.held) || account.stream.take();
    account.held = null;
    await this.#syncing(() => deliver(this.db, checkpoint, (applied) => this.onLine(checkpoint, applied)));
    await this.tidy();
  }

  /** Runs after each change of the tables that the outbox depends on. */
  tidy = (): Promise<void> => this.db.writeTransaction(reconcile);

  /** A checkpoint that will arrive late. */
  hold(): void {
    this.#account.held = this.#account.stream.take();
  }

  outbox = (): Promise<OutboxRow[]> => this.db.getAll<OutboxRow>('SELECT * FROM outbox ORDER BY created_at, id');

  async queueLength(): Promise<number> {
    const row = await this.db.get<{ n: number }>('SELECT count(*) AS n FROM ps_crud');
    return row.n;
  }
}

/** Resolves when nothing goes on but what waits for the network: everything else here runs in microtasks. */
export const quiet = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
