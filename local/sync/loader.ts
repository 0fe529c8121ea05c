import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { Catalog } from './catalog.ts';
import { isConnectionError, SyncError } from './errors.ts';
import { readRows } from './partition-reader.ts';
import { PartitionRows } from './partition-rows.ts';
import type { Partition } from './partitions.ts';
import type { Transaction } from './rows.ts';
import type { RowEvaluator } from './rules.ts';
import { markerPrefix } from './setup.ts';
import type { Store } from './store.ts';
import { Visibility } from './visibility.ts';

/** Rows that are evaluated before other work gets a turn. */
const rowsPerTurn = 500;
const retryMs = 100;
/** Milliseconds for which a transaction may be in the replication stream but not yet visible to a new snapshot. */
const visibleAfterMs = 10_000;

/** The replication connection was lost or does not exist yet. */
class NotInStep extends Error {}

/**
 * Reads partitions from Postgres when a connection first needs them, and adds them to the store as of its latest
 * commit.
 *
 * A database snapshot and the replication stream do not end at the same commit. So transactions that arrive during a
 * load are kept and applied to the rows that were read. The snapshot may already contain some of them, which is
 * harmless, because each sets its rows to the same state again. A marker is written to the WAL after the snapshot was
 * taken: when replication delivers it, everything that the snapshot sees has been applied here too.
 */
export class PartitionLoader {
  readonly #pool: Pool;
  readonly #store: Store;
  readonly #evaluator: RowEvaluator;
  readonly #loading = new Map<string, Promise<void>>();
  /**
   * Partitions for the next load, which all callers of one turn share: each load takes a snapshot and a round trip of
   * the WAL.
   */
  #next: { partitions: Partition[]; done: Promise<void> } | null = null;
  readonly #markers = new Map<string, { arrived(): void; lost(): void }>();
  #recent: { xid: number; at: number }[] = [];
  #catalog: Catalog | null = null;
  #closed = false;

  /** Clients of `pool` return every value as text. */
  constructor(pool: Pool, store: Store, evaluator: RowEvaluator) {
    this.#pool = pool;
    this.#store = store;
    this.#evaluator = evaluator;
    store.onCommit(({ xid }) => {
      const now = Date.now();
      if (xid !== undefined) this.#recent.push({ xid, at: now });
      if ((this.#recent[0]?.at ?? now) < now - visibleAfterMs) {
        this.#recent = this.#recent.filter(({ at }) => at >= now - visibleAfterMs);
      }
    });
  }

  /** Replication has started and delivers every later commit, markers included. */
  online(catalog: Catalog): void {
    this.#catalog = catalog;
  }

  /** Replication has ended: loads in progress start again when it is back. */
  offline(): void {
    this.#catalog = null;
    for (const { lost } of this.#markers.values()) lost();
  }

  /** The replication stream has delivered a marker. */
  marker(id: string): void {
    this.#markers.get(id)?.arrived();
  }

  /**
   * Resolves when all of these are in the store; waits while Postgres is unavailable. Throws SyncError 503 when the
   * server stops.
   */
  async ensure(partitions: readonly Partition[]): Promise<void> {
    for (;;) {
      const missing = partitions.filter(({ id }) => !this.#store.holds(id));
      if (missing.length === 0) return;
      const fresh = missing.filter(({ id }) => !this.#loading.has(id));
      this.#schedule(fresh);
      await Promise.all(missing.flatMap(({ id }) => this.#loading.get(id) ?? []));
    }
  }

  /** Resolves when all that was committed before the call is in the store. Throws SyncError 503 without Postgres. */
  async caughtUp(): Promise<void> {
    const client = await this.#pool.connect().catch(() => null);
    try {
      if (!client || !this.#catalog) throw new NotInStep();
      await this.#caughtUp(client);
    } catch {
      throw new SyncError('PSYNC_S2003', 503, 'The database cannot be reached. Try again.');
    } finally {
      client?.release();
    }
  }

  #schedule(fresh: Partition[]): void {
    if (fresh.length === 0) return;
    if (this.#next) this.#next.partitions.push(...fresh);
    else {
      const partitions = [...fresh];
      const done = nextTurn().then(async () => {
        this.#next = null;
        try {
          await this.#load(partitions);
        } finally {
          for (const { id } of partitions) this.#loading.delete(id);
        }
      });
      this.#next = { partitions, done };
    }
    for (const { id } of fresh) this.#loading.set(id, this.#next.done);
  }

  close(): void {
    this.#closed = true;
    this.offline();
  }

  async #load(partitions: Partition[]): Promise<void> {
    for (;;) {
      if (this.#closed) throw new SyncError('PSYNC_S2003', 503, 'The server is stopping. Try again.');
      try {
        if (this.#catalog) return await this.#attempt(this.#catalog, partitions);
      } catch (error) {
        if (!(error instanceof NotInStep) && !isConnectionError(error)) throw error;
      }
      await sleep(retryMs);
    }
  }

  async #attempt(catalog: Catalog, partitions: Partition[]): Promise<void> {
    const kept: Transaction[] = [];
    const stopKeeping = this.#store.onCommit((transaction) => void kept.push(transaction));
    const client = await this.#pool.connect().catch((error: unknown) => {
      stopKeeping();
      throw error;
    });
    let broken = true;
    try {
      const rows = new PartitionRows(this.#evaluator, partitions);
      await this.#snapshot(client);
      let sinceTurn = 0;
      for await (const batch of readRows(client, catalog, partitions)) {
        for (const { layout, values } of batch) {
          rows.add(catalog, layout, values);
          if (++sinceTurn % rowsPerTurn === 0) await nextTurn();
        }
      }
      await client.query('commit');
      await this.#caughtUp(client);
      if (this.#catalog !== catalog) throw new NotInStep();
      // No await from here to the end: the store must still be at the commit that the rows were brought to.
      for (const transaction of kept) rows.replay(transaction);
      this.#store.hold(partitions, rows);
      broken = false;
    } finally {
      stopKeeping();
      client.release(broken);
    }
  }

  /** Starts a transaction that sees everything that had been applied here when the load started. */
  async #snapshot(client: PoolClient): Promise<void> {
    const applied = [...this.#recent];
    for (;;) {
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query('select pg_current_snapshot()::text as snapshot');
      const visibility = new Visibility(rows[0].snapshot);
      // Replication may deliver a transaction a moment before other sessions can see it.
      if (applied.every(({ xid }) => visibility.sees(xid))) return;
      await client.query('rollback');
      await sleep(1);
    }
  }

  /** Resolves when replication has delivered everything that was committed before the call. */
  async #caughtUp(client: PoolClient): Promise<void> {
    // Lost since the caller looked: a marker that is written now is delivered to nobody.
    if (!this.#catalog) throw new NotInStep();
    const id = randomUUID();
    const arrival = new Promise<void>((resolve, reject) => {
      this.#markers.set(id, { arrived: resolve, lost: () => reject(new NotInStep()) });
    });
    try {
      await Promise.all([
        client.query(`select pg_logical_emit_message(false, $1, $2, true)`, [markerPrefix, id]),
        arrival,
      ]);
    } finally {
      this.#markers.delete(id);
    }
  }
}
