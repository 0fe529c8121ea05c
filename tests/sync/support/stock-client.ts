import { randomUUID } from 'node:crypto';
import { PowerSyncDatabase } from '@powersync/node';
import type { CommonPowerSyncDatabase, Schema, SyncOptions } from '@powersync/node';
import { openSqliteWorker } from '../../support/sqlite-worker.ts';
import { clientLogger, clientLogLines } from './client-log.ts';
import { memberToken } from './world.ts';
import type { World } from './world.ts';

export interface StockClientOptions {
  user?: string;
  /** Called whenever the client fetches credentials. */
  token?: () => Promise<string>;
  /** Uploads queued writes; by default it writes them to Postgres unchanged. */
  upload?: (db: CommonPowerSyncDatabase) => Promise<void>;
  connect?: SyncOptions;
  /** Another server than the world's. */
  endpoint?: string;
}

/** The unmodified @powersync/node client with a new database, connected to the world's server. */
export class StockClient {
  readonly db: CommonPowerSyncDatabase;
  /** Bodies of the stream requests the client sent. */
  readonly requests: { buckets: { name: string; after: string }[] }[] = [];
  /** Content types of the streams that the client was answered with. */
  readonly streamTypes: (string | null)[] = [];
  credentialsFetched = 0;
  readonly #world: World;
  readonly #options: StockClientOptions;

  constructor(world: World, schema: Schema, options: StockClientOptions = {}) {
    this.#world = world;
    this.#options = options;
    this.db = new PowerSyncDatabase({
      schema,
      logger: clientLogger,
      database: {
        dbFilename: `${randomUUID()}.db`,
        dbLocation: world.directory,
        implementation: { type: 'node:sqlite' },
        readWorkerCount: 1,
        openWorker: openSqliteWorker,
      },
      remoteOptions: {
        customFetch: async (resource: string | URL | Request, init?: RequestInit) => {
          const { body } = init ?? {};
          const isStream = typeof body === 'string' && body.includes('"buckets"');
          if (isStream) this.requests.push(JSON.parse(body));
          const answer = await fetch(resource, init);
          if (isStream) this.streamTypes.push(answer.headers.get('content-type'));
          return answer;
        },
      },
    });
    world.onClose(() => this.db.close());
  }

  async connect(options: SyncOptions = {}): Promise<void> {
    await this.db.connect(
      {
        fetchCredentials: async () => {
          this.credentialsFetched++;
          const token = await (this.#options.token ?? (() => memberToken(this.#options.user ?? 'u1')))();
          return { endpoint: this.#options.endpoint ?? `${this.#world.url}/powersync`, token };
        },
        uploadData: (db) => (this.#options.upload ?? ((queue) => this.#upload(queue)))(db),
      },
      { retryDelayMs: 50, crudUploadThrottleMs: 10, ...this.#options.connect, ...options },
    );
  }

  /**
   * The rows of a query once `accept` returns true; fails after 20 s with the last rows and what the client did last.
   */
  async until<Row>(sql: string, accept: (rows: Row[]) => boolean): Promise<Row[]> {
    const abort = new AbortController();
    let last: Row[] = [];
    // oxlint-disable-next-line rangeday/no-sleep -- ends a wait for rows that never come
    const timer = setTimeout(() => abort.abort(), 20_000);
    try {
      for await (const result of this.db.watch(sql, [], { signal: abort.signal, throttleMs: 0 })) {
        last = result.rows?._array as Row[];
        if (accept(last)) return last;
      }
      const rows = `Last rows of "${sql}": ${JSON.stringify(last)}`;
      const log = clientLogLines()
        .slice(-30)
        .map((line) => line.slice(0, 300));
      throw new Error(['The client did not reach the expected rows.', rows, 'Its log:', ...log].join('\n'));
    } finally {
      clearTimeout(timer);
      abort.abort();
    }
  }

  ids(table: string, expected: string[]): Promise<unknown> {
    const wanted = JSON.stringify(expected.toSorted());
    return this.until<{ id: string }>(
      `select id from ${table} order by id`,
      (rows) => JSON.stringify(rows.map((row) => row.id).toSorted()) === wanted,
    );
  }

  async #upload(db: CommonPowerSyncDatabase): Promise<void> {
    for (;;) {
      const transaction = await db.getNextCrudTransaction();
      if (!transaction) return;
      for (const entry of transaction.crud) {
        const columns = Object.keys(entry.opData ?? {});
        const values = [entry.id, ...Object.values(entry.opData ?? {})];
        if (entry.op === 'DELETE') await this.#world.sql.query(`delete from ${entry.table} where id = $1`, [entry.id]);
        else if (entry.op === 'PUT') {
          const names = ['id', ...columns].join();
          const slots = values.map((_, at) => `$${at + 1}`).join();
          await this.#world.sql.query(`insert into ${entry.table} (${names}) values (${slots})`, values);
        } else {
          const sets = columns.map((column, at) => `${column} = $${at + 2}`).join();
          await this.#world.sql.query(`update ${entry.table} set ${sets} where id = $1`, values);
        }
      }
      await transaction.complete();
    }
  }
}
