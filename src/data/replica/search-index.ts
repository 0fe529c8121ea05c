import type { AbstractPowerSyncDatabase, Transaction } from '@powersync/common';
import {
  dropIndexStatements,
  INDEX_TRIGGERS_SQL,
  indexSlice,
  indexStatements,
  mergeIndex,
  setMerging,
} from './powersync-tables.ts';
import { replicaStore } from './replica.ts';

/** What is indexed: the columns of each table that a member reads as text. Names first, because they are few. */
const INDEXED: Readonly<Record<string, readonly string[]>> = {
  profiles_public: ['author.username'],
  people: ['author.username'],
  tags: ['tag'],
  leaderboards: ['tag'],
  posts: ['title', 'description'],
  comments: ['text'],
  private_messages: ['content'],
};
const TABLES = Object.entries(INDEXED);
const STATEMENTS = TABLES.flatMap(([table, columns]) => indexStatements(table, columns));
const TRIGGERS = STATEMENTS.filter((statement) => statement.startsWith('CREATE TRIGGER')).length;

/**
 * Every other query waits for a transaction that adds rows to the index, or merges what it has. How long 500 rows take
 * depends on the device and the texts: from 30 ms to half a second were measured. So each slice has as many rows as the
 * one before it would have had in this time.
 */
const SLICE_MS = 25;
const [FEWEST, FIRST, MOST] = [10, 50, 500];
/** About as much work as a slice. */
const PAGES = 32;

/** Has one row when the index is complete, with its `definition`: a release with other columns builds it anew. */
const MARK = 'search_is_built';
const DEFINITION = STATEMENTS.join(';');

export interface SearchIndex {
  /** Names, tags and texts can be searched; the texts that are not indexed yet are not found. */
  opened: Promise<void>;
  /** Every row is in the index. */
  built: Promise<void>;
}

const known = new WeakMap<AbstractPowerSyncDatabase, SearchIndex>();

/** Builds the full-text index of this device, unless it was built before. It goes with the database. */
export function buildSearchIndex(db: AbstractPowerSyncDatabase): SearchIndex {
  const before = known.get(db);
  if (before) return before;
  const opened = open(db);
  const built = opened.then((isBuilt) => (isBuilt ? undefined : fill(db)));
  const index = { opened: opened.then(() => undefined), built };
  known.set(db, index);
  // The next visit tries again. Waiting searches get the failure.
  built.catch(() => known.delete(db));
  index.opened.catch(() => {});
  return index;
}

/** Builds the index of each opened database when the device is idle, so that the first search is complete. */
export function buildSearchIndexWhenIdle(): void {
  const build = () => {
    const db = replicaStore.get()?.db;
    // Safari has no idle callbacks.
    if (db) (globalThis.requestIdleCallback ?? setTimeout)(() => void buildSearchIndex(db).built.catch(() => {}));
  };
  replicaStore.subscribe(build);
  build();
}

const isMarked = async (tx: Pick<Transaction, 'getOptional'>): Promise<boolean> => {
  const mark = await tx.getOptional<{ definition: string }>(`SELECT definition FROM ${MARK}`);
  const triggers = await tx.getOptional<{ n: number }>(INDEX_TRIGGERS_SQL);
  return mark?.definition === DEFINITION && triggers?.n === TRIGGERS;
};

/** True: it was complete. */
async function open(db: AbstractPowerSyncDatabase): Promise<boolean> {
  const isBuilt = await db.writeTransaction(async (tx) => {
    await tx.execute(`CREATE TABLE IF NOT EXISTS ${MARK} (definition TEXT NOT NULL)`);
    if (await isMarked(tx)) return true;
    const other = await tx.getOptional(`SELECT 1 FROM ${MARK} WHERE definition <> ?`, [DEFINITION]);
    if (other) for (const [table] of TABLES) for (const drop of dropIndexStatements(table)) await tx.execute(drop);
    await tx.execute(`DELETE FROM ${MARK}`);
    return false;
  });
  if (isBuilt) return true;
  for (const [table, columns] of TABLES)
    await db.writeTransaction(async (tx) => {
      for (const statement of indexStatements(table, columns)) await tx.execute(statement);
      await setMerging(tx, table, false);
    });
  return false;
}

async function fill(db: AbstractPowerSyncDatabase): Promise<void> {
  let count = FIRST;
  for (const [table, columns] of TABLES) {
    let after = '';
    for (;;) {
      // Without the wait for other queries.
      let start = 0;
      const last = await db.writeTransaction((tx) => {
        start = performance.now();
        return indexSlice(tx, table, columns, { after, count });
      });
      if (last === null) break;
      after = last;
      const fits = (count * SLICE_MS) / (performance.now() - start);
      count = Math.round(Math.min(MOST, 2 * count, Math.max(FEWEST, fits)));
      while (await db.writeTransaction((tx) => mergeIndex(tx, table, PAGES)));
    }
    await db.writeTransaction((tx) => setMerging(tx, table, true));
  }
  await db.writeTransaction((tx) => tx.execute(`INSERT INTO ${MARK} (definition) VALUES (?)`, [DEFINITION]));
}
