import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { assertSyncable, layoutOf, readCatalog } from './catalog.ts';
import type { Catalog, TableLayout } from './catalog.ts';
import { textClient } from './connections.ts';
import { SyncStartError } from './errors.ts';
import type { PgOutputMessage } from './pgoutput.ts';
import { readRows } from './partition-reader.ts';
import { rowKey } from './rows.ts';
import type { Change, RowValues } from './rows.ts';
import { markerPrefix } from './setup.ts';
import { checkpointTable } from './store.ts';
import type { Store } from './store.ts';
import type { PartitionLoader } from './loader.ts';
import { streamWal } from './wal-stream.ts';

export interface ReplicationOptions {
  databaseUrl: string;
  log(line: string): void;
  /** Whether a published table is used by the rules. */
  isUsed(layout: TableLayout): boolean;
}

const retryMs = [100, 200, 500, 1000, 2000];

/**
 * Applies every committed transaction to the store. After a lost connection it reads the loaded rows again and applies
 * the differences as one transaction, so op ids and bucket names stay valid.
 */
export class Replication {
  connected = false;
  /** Milliseconds since 1970 of the last message from Postgres. */
  touchedAt = 0;
  readonly #options: ReplicationOptions;
  readonly #store: Store;
  readonly #loader: PartitionLoader;
  #client: Client | null = null;
  #closed = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ReplicationOptions, store: Store, loader: PartitionLoader) {
    this.#options = options;
    this.#store = store;
    this.#loader = loader;
  }

  /** Resolves when streaming has started; throws if that fails. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#running = this.#run(resolve, reject);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#client?.end().catch(() => {});
    await this.#running;
  }

  async #run(onFirstStart: () => void, onFirstFailure: (error: unknown) => void): Promise<void> {
    let started = false;
    for (let attempt = 0; !this.#closed; attempt++) {
      let reason = 'the connection ended';
      try {
        await this.#session(() => {
          if (started) this.#options.log('sync: replication is connected again and up to date');
          this.connected = true;
          started = true;
          attempt = 0;
          onFirstStart();
        });
      } catch (error) {
        if (!started) return onFirstFailure(error);
        reason = error instanceof Error ? error.message : String(error);
      }
      if (this.connected && !this.#closed) {
        this.#options.log(`sync: lost the replication connection (${reason}); retrying`);
      }
      this.connected = false;
      if (!this.#closed) await sleep(retryMs[Math.min(attempt, retryMs.length - 1)]);
    }
  }

  async #session(onStarted: () => void): Promise<void> {
    const { databaseUrl } = this.#options;
    const client = textClient(databaseUrl, { replication: 'database' });
    this.#client = client;
    try {
      await client.connect();
      const slot = `embedded_sync_${randomBytes(6).toString('hex')}`;
      const created = await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY LOGICAL pgoutput EXPORT_SNAPSHOT`);
      const { snapshot_name: snapshot, consistent_point: lsn } = created.rows[0];
      const catalog = await this.#resnapshot(snapshot);
      const decoder = new TransactionBuffer(catalog, this.#options, this.#store, this.#loader);
      const onMessage = (message: PgOutputMessage): void => {
        this.touchedAt = Date.now();
        decoder.accept(message);
      };
      await streamWal(client, slot, lsn, onMessage, () => {
        this.#loader.online(catalog);
        onStarted();
      });
    } finally {
      this.#loader.offline();
      await client.end().catch(() => {});
    }
  }

  /** Brings the store to the state of an exported snapshot: at first only write checkpoints, later the differences. */
  async #resnapshot(snapshot: string): Promise<Catalog> {
    const client = textClient(this.#options.databaseUrl);
    try {
      await client.connect();
      const catalog = await readCatalog(client);
      for (const layout of catalog.tables.values()) if (this.#options.isUsed(layout)) assertSyncable(catalog, layout);
      await client.query('begin isolation level repeatable read read only');
      await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`);
      const changes = await this.#differences(client, catalog);
      await client.query('commit');
      this.#store.apply({ catalog, changes });
      return catalog;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async #differences(client: Client, catalog: Catalog): Promise<Change[]> {
    const changes: Change[] = [];
    const seen = new Map([...catalog.tables.values()].map((layout) => [layout, new Set<string>()]));
    const look = (layout: TableLayout, values: RowValues): void => {
      const key = rowKey(layout, values);
      const keys = seen.get(layout);
      if (!keys || keys.has(key)) return;
      keys.add(key);
      if (!this.#store.has(layout, values)) changes.push({ kind: 'put', layout, old: null, oldIsWhole: false, values });
    };
    const checkpoints = catalog.tables.get(checkpointTable);
    if (checkpoints) {
      const { rows } = await client.query<RowValues>({
        text: `select ${checkpoints.columns.map(({ name }) => name).join()} from ${checkpoints.key}`,
        rowMode: 'array',
      });
      for (const values of rows) look(checkpoints, values);
    }
    for await (const batch of readRows(client, catalog, this.#store.partitions)) {
      for (const { layout, values } of batch) look(layout, values);
    }
    for (const [layout, keys] of seen) changes.push(...this.#store.missing(layout, keys));
    return changes;
  }
}

/** Collects the changes of a transaction and delivers them at COMMIT, never before. */
class TransactionBuffer {
  readonly #catalog: Catalog;
  readonly #options: ReplicationOptions;
  readonly #store: Store;
  readonly #loader: PartitionLoader;
  readonly #relations = new Map<number, TableLayout>();
  #changes: Change[] = [];
  #xid = 0;

  constructor(catalog: Catalog, options: ReplicationOptions, store: Store, loader: PartitionLoader) {
    this.#catalog = catalog;
    this.#options = options;
    this.#store = store;
    this.#loader = loader;
  }

  accept(message: PgOutputMessage): void {
    switch (message.kind) {
      case 'begin':
        this.#changes = [];
        this.#xid = message.xid;
        return;
      case 'message':
        if (message.prefix === markerPrefix) this.#loader.marker(message.content);
        return;
      case 'relation':
        return this.#relation(message);
      case 'insert':
        return this.#add(message.relation, (layout) => ({
          kind: 'put',
          layout,
          old: null,
          oldIsWhole: false,
          values: message.values,
        }));
      case 'update': {
        const { old, oldIsWhole, values } = message;
        return this.#add(message.relation, (layout) => ({ kind: 'put', layout, old, oldIsWhole, values }));
      }
      case 'delete':
        return this.#add(message.relation, (layout) => ({ kind: 'delete', layout, old: message.old }));
      case 'truncate':
        for (const id of message.relations) this.#add(id, (layout) => ({ kind: 'truncate', layout }));
        return;
      case 'commit':
        if (this.#changes.length > 0) {
          this.#store.apply({ catalog: this.#catalog, changes: this.#changes, xid: this.#xid });
        }
        this.#changes = [];
        return;
      case 'other':
    }
  }

  #add(relation: number, make: (layout: TableLayout) => Change): void {
    const layout = this.#relations.get(relation);
    if (layout) this.#changes.push(make(layout));
  }

  #relation(message: PgOutputMessage & { kind: 'relation' }): void {
    const known = this.#catalog.tables.get(`${message.schema}.${message.name}`);
    if (!known || !this.#options.isUsed(known)) return;
    const primaryKey = known.primaryKey.flatMap((at) => known.columns[at]?.name ?? []);
    const layout = layoutOf(message.schema, message.name, message.columns, primaryKey);
    if (layout.primaryKey.includes(-1)) {
      throw new SyncStartError(`The primary key of ${layout.key} was changed while the sync server ran; restart it`);
    }
    if (layout.signature !== known.signature) {
      this.#options.log(
        `sync: the columns of ${layout.key} changed; restart the backend, so that old rows are sent again`,
      );
    }
    this.#relations.set(message.id, layout.signature === known.signature ? known : layout);
  }
}
