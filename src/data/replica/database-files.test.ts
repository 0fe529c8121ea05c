import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { deleteDatabase, fileName, readKind, writeKind } from './database-files.ts';

test('a browser without OPFS deletes the database in IndexedDB, and forgets its kind', async () => {
  const account = 'alice';
  expect(globalThis.navigator?.storage).toBeUndefined();
  const opened = indexedDB.open(fileName(account, 'idb', 0));
  await new Promise((resolve) => (opened.onsuccess = resolve));
  opened.result.close();
  await writeKind(account, 'idb');

  await deleteDatabase(account);
  await expect
    .poll(async () => (await indexedDB.databases()).map(({ name }) => name))
    .not.toContain(fileName(account, 'idb', 0));
  expect(await readKind(account)).toBeUndefined();
});
