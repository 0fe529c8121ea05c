import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { DBAdapter, LockContext, PowerSyncDatabase, type RawQueryResult } from '@powersync/node';
import { schema } from '#data/replica/schema.ts';

const EXTENSION = `libpowersync_${process.arch === 'arm64' ? 'aarch64' : 'x64'}.${process.platform === 'darwin' ? 'macos.dylib' : 'linux.so'}`;

/** Everything that a process tries after its death. */
export class Killed extends Error {
  override name = 'Killed';
}

/** Tells whose await it is. */
const living = new AsyncLocalStorage<Life>();

/** Stands at every await on storage or network. The test itself is immortal. */
export async function breathe(): Promise<void> {
  const life = living.getStore();
  if (life) await life.breathe();
}

/** One life of the app's JavaScript, that may end at any of its awaits. */
export class Life {
  isOver = false;
  /** Awaits left until death. */
  #left = Number.POSITIVE_INFINITY;

  dieAfter(awaits: number): void {
    this.#left = awaits;
  }

  async breathe(): Promise<void> {
    await Promise.resolve();
    if (this.#left-- <= 0) this.isOver = true;
    if (this.isOver) throw new Killed('This process is dead.');
  }

  /** All that this starts belongs to this life, and dies with it. */
  live = <T>(work: () => Promise<T>): Promise<T> => living.run(this, work);
}

/** A first come, first served lock, as a write lock of SQLite or a Web Lock. */
export function createLock(): <T>(work: () => Promise<T>) => Promise<T> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = turn.then(work, work);
    turn = mine.catch(() => {});
    return mine;
  };
}

/** The real SQLite with PowerSync's own extension, in memory. It outlives the processes that use it. */
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

  /** As new, but for the schema. */
  clear(): void {
    this.#lock = createLock();
    if (this.sqlite.isTransaction) this.sqlite.exec('rollback');
    this.sqlite.exec('begin; select powersync_clear(1); commit');
  }

  /** Compiled once: that takes longer than most of them run. */
  prepare(sql: string): { statement: StatementSync; columnNames: string[] } {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.sqlite.prepare(sql);
    statement.setReturnArrays(true);
    const prepared = { statement, columnNames: statement.columns().map(({ name }) => name) };
    this.#prepared.set(sql, prepared);
    return prepared;
  }

  locked = <T>(work: () => Promise<T>): Promise<T> => this.#lock(work);

  /** PowerSync's own client for Node, but for the worker in which that keeps its SQLite. One for all lives: opening takes long. */
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
    await breathe();
    const { statement, columnNames } = this.#disk.prepare(sql);
    // Its types know objects only.
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
      await breathe();
      try {
        return await work(this.#statements);
      } finally {
        // What a dead process left open SQLite takes back when the next one opens the file.
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
