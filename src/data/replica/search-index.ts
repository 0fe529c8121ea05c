import type { AbstractPowerSyncDatabase } from '@powersync/common';
import { indexSlice, indexStatements } from './powersync-tables.ts';

/** What is indexed: the columns of each table that a member reads as text. */
const INDEXED: Readonly<Record<string, readonly string[]>> = {
  posts: ['title', 'description'],
  comments: ['text'],
  private_messages: ['content'],
};

/** Rows per transaction: one takes a few milliseconds, so that no other query waits long. */
const SLICE = 500;

const built = new WeakMap<AbstractPowerSyncDatabase, Promise<void>>();

/** Builds the full-text index of this device, once per database; resolves when every row is in it. It goes with the database. */
export function buildSearchIndex(db: AbstractPowerSyncDatabase): Promise<void> {
  const known = built.get(db);
  if (known) return known;
  const work = build(db);
  built.set(db, work);
  // The next visit tries again.
  work.catch(() => built.delete(db));
  return work;
}

async function build(db: AbstractPowerSyncDatabase): Promise<void> {
  for (const [table, columns] of Object.entries(INDEXED)) {
    await db.writeTransaction(async (tx) => {
      for (const statement of indexStatements(table, columns)) await tx.execute(statement);
    });
    const slice = { after: '', count: SLICE };
    for (;;) {
      const last = await db.writeTransaction((tx) => indexSlice(tx, table, columns, slice));
      if (last === null) break;
      slice.after = last;
    }
  }
}
