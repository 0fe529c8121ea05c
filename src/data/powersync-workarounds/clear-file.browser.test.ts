import { column, Schema, Table } from '@powersync/common';
import { PowerSyncDatabase, WASQLiteVFS } from '@powersync/web';
import { expect, onTestFinished, test } from 'vitest';
import { clearFile } from './clear-file.ts';

/** A database with one row, of a page that syncs itself. */
async function openWithRow() {
  const db = new PowerSyncDatabase({
    schema: new Schema({ words: new Table({ text: column.text }) }),
    database: { dbFilename: `${crypto.randomUUID()}.db`, enableMultiTabs: false, vfs: WASQLiteVFS.OPFSCoopSyncVFS },
    logger: { log: () => {} },
  });
  onTestFinished(() => db.close());
  await db.execute(`INSERT INTO words (id, text) VALUES ('1', 'mine')`);
  const rows = async () => (await db.getAll('SELECT text FROM words')).length;
  return { db, rows, lock: `streaming-sync-sync-${db.database.name}` };
}

/** Another client that holds the lock, until `end` or until it is stolen. */
async function hold(lock: string): Promise<{ end: () => void; ended: Promise<'released' | 'stolen'> }> {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let ended!: Promise<'released' | 'stolen'>;
  await new Promise<void>((began) => {
    ended = navigator.locks
      .request(lock, () => {
        began();
        return promise;
      })
      .then(
        () => 'released',
        () => 'stolen',
      );
  });
  return { end, ended };
}

const isWaitedFor = async (lock: string) => (await navigator.locks.query()).pending!.some(({ name }) => name === lock);

test('a file is emptied after another tab’s stream has ended, and no stream starts meanwhile', async () => {
  const { db, rows, lock } = await openWithRow();
  const first = await hold(lock);
  const cleared = clearFile(db, 60_000);
  await expect.poll(() => isWaitedFor(lock)).toBe(true);
  const rowsAtNext = navigator.locks.request(lock, rows);
  expect(await rows()).toBe(1);
  first.end();
  await cleared;
  expect(await first.ended).toBe('released');
  expect(await rowsAtNext).toBe(0);
});

test('a stream that does not end loses its lock', async () => {
  const { db, rows, lock } = await openWithRow();
  const frozen = await hold(lock);
  await clearFile(db);
  expect(await rows()).toBe(0);
  expect(await frozen.ended).toBe('stolen');
});

test('the next stream does not wait for a clearing that never ends', async () => {
  const { db, lock } = await openWithRow();
  // The holder of this lock reads and writes the file.
  const other = await hold(`db-lock-${db.database.name}`);
  onTestFinished(other.end);
  const cleared = clearFile(db);
  await expect.poll(async () => (await navigator.locks.query()).held!.some(({ name }) => name === lock)).toBe(true);
  expect(await navigator.locks.request(lock, () => 'streaming')).toBe('streaming');
  other.end();
  await cleared;
});
