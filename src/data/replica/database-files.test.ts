import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { readKey } from '../device/kv.ts';
import { currentGeneration, deleteDatabase, fileName, readKind, writeKind } from './database-files.ts';

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

test('the database that follows one in IndexedDB that is still open has another name, also in the next tab', async () => {
  const account = 'bob';
  const opened = indexedDB.open(fileName(account, 'idb', 0));
  await new Promise((resolve) => (opened.onsuccess = resolve));
  await deleteDatabase(account);
  await expect.poll(() => currentGeneration(account)).toBe(1);
  expect(await readKey(`generation:${account}`)).toBe(1);
  opened.result.close();
  await deleteDatabase(account);
  expect(await readKey(`generation:${account}`)).toBeUndefined();
});
