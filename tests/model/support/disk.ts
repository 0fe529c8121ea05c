import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { DBAdapter, LockContext, PowerSyncDatabase, type RawQueryResult } from '@powersync/node';
import { schema } from '#data/replica/schema.ts';

const EXTENSION = `libpowersync_${process.arch === 'arm64' ? 'aarch64' : 'x64'}.${process.platform === 'darwin' ? 'macos.dylib' : 'linux.so'}`;

/** Thrown at every await of a killed process. */
export class Killed extends Error {
  override name = 'Killed';
}

/** The process that the current code belongs to. */
const currentProcess = new AsyncLocalStorage<AppProcess>();

/** Called at every await on storage or network. Code of the test itself belongs to no process and continues. */
export async function killPoint(): Promise<void> {
  await currentProcess.getStore()?.killPoint();
}

/** One process of the app's JavaScript. It can be killed at each await. */
export class AppProcess {
  isKilled = false;
  /** Awaits left until it is killed. */
  #left = Number.POSITIVE_INFINITY;

  killAfter(awaits: number): void {
    this.#left = awaits;
  }

  async killPoint(): Promise<void> {
    await Promise.resolve();
    if (this.#left-- <= 0) this.isKilled = true;
    if (this.isKilled) throw new Killed('This process was killed.');
  }

  /** Runs work as part of this process, so that a kill ends it. */
  run = <T>(work: () => Promise<T>): Promise<T> => currentProcess.run(this, work);
}

/** A lock that is granted in order of request, like SQLite's write lock or a Web Lock. */
export function createLock(): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = turn.then(work, work);
    turn = mine.catch(() => {});
    return mine;
  };
}

/** The real SQLite with PowerSync's own extension, in memory. It stays when the process that uses it is killed. */
export class Disk {
  readonly sqlite: DatabaseSync;
  #lock = createLock();
  #database: PowerSyncDatabase | undefined;
  readonly #prepared = new Map<string, { statement: StatementSync; columnNames: string[] }>();

  constructor() {
    this.sqlite = new DatabaseSync(':memory:', { allowExtension: true });
    this.sqlite.loadExtension(
      new URL(EXTENSION, import.meta.resolve('@powersync/node')).pathname,
      'sqlite3_powersync_init',
    );
    this.sqlite.exec('begin; select powersync_init(); commit');
  }

  /** Deletes everything except the schema. */
  clear(): void {
    this.#lock = createLock();
    if (this.sqlite.isTransaction) this.sqlite.exec('rollback');
    this.sqlite.exec('begin; select powersync_clear(1); commit');
  }

  /** Compiled once, because that takes longer than most of them run. */
  prepare(sql: string): { statement: StatementSync; columnNames: string[] } {
    const cached = this.#prepared.get(sql);
    if (cached) return cached;
    const statement = this.sqlite.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, columnNames: statement.columns().map(({ name }) => name) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  locked = <T>(work: () => Promise<T>): Promise<T> => this.#lock(work);

  /** PowerSync's client for Node, without its SQLite worker. All processes share it because opening takes long. */
  async open(): Promise<PowerSyncDatabase> {
    if (this.#database) return this.#database;
    const database = new PowerSyncDatabase({ schema, opened: new Connection(this), logger: { log() {} } });
    await database.init();
    return (this.#database = database);
  }
}

class Statements extends LockContext {
  readonly #disk: Disk;

  constructor(disk: Disk) {
    super();
    this.#disk = disk;
  }

  override async executeRaw(sql: string, parameters: unknown[] = []): Promise<RawQueryResult> {
    await killPoint();
    const { statement, columnNames } = this.#disk.prepare(sql);
    // Its types have rows as objects only.
    const rawRows = statement.all(...(parameters as never[])) as unknown as RawQueryResult['rawRows'];
    return { rawRows, columnNames };
  }
}

class Connection extends DBAdapter {
  readonly name = 'model';
  readonly #disk: Disk;
  readonly #statements: Statements;

  constructor(disk: Disk) {
    super();
    this.#disk = disk;
    this.#statements = new Statements(disk);
  }

  override close(): void {}

  #locked<T>(work: (statements: LockContext) => Promise<T>): Promise<T> {
    return this.#disk.locked(async () => {
      await killPoint();
      try {
        return await work(this.#statements);
      } finally {
        // SQLite rolls back an open transaction of a killed process when the next one opens the file.
        if (this.#disk.sqlite.isTransaction) this.#disk.sqlite.exec('rollback');
      }
    });
  }

  override readLock<T>(work: (statements: LockContext) => Promise<T>): Promise<T> {
    return this.#locked(work);
  }

  override writeLock<T>(work: (statements: LockContext) => Promise<T>): Promise<T> {
    return this.#locked(work);
  }

  override async refreshSchema(): Promise<void> {}
}
