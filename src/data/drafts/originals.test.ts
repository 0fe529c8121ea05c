import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { draftsOf, dropDrafts, finishDrafts, readDraft, removeDraft, storeDraft } from './drafts.ts';
import {
  hasUnfinished,
  storeReduced,
  originalsOf,
  readOriginal,
  removeBlank,
  removeOriginals,
  storeOriginal,
  unfinishedDrafts,
} from './originals.ts';

const DRAFT = { id: 'd', place: 'post' } as const;
const original = (id: string) => ({ id, name: `${id}.jpg`, bytes: new Uint8Array([1, 2]).buffer });
const picture = (id: string) => ({
  ...{ id, name: `${id}.jpg`, type: 'image/jpeg', width: 1, height: 1, preview: '', alt: '', located: true },
  bytes: new ArrayBuffer(1),
});

afterEach(() => dropDrafts('ann'));

beforeEach(() => finishDrafts('ann'));

test('a chosen photo is stored with its draft until its reduced form is in the draft', async () => {
  for (const id of ['a', 'b']) expect(await storeOriginal('ann', DRAFT, original(id))).toBe(true);
  expect(await draftsOf('ann', 'post')).toMatchObject([{ id: 'd', fields: {}, files: [] }]);
  expect(await originalsOf('ann', 'd')).toEqual(['a', 'b']);
  expect(await storeReduced('ann', 'd', picture('a'), true)).toBe(true);
  expect(await originalsOf('ann', 'd')).toEqual(['b']);
  // The page was closed before the original was deleted.
  await storeOriginal('ann', DRAFT, original('a'));
  expect(await storeReduced('ann', 'd', picture('a'), true)).toBe(true);
  expect((await readDraft('ann', 'd'))?.files.map(({ id }) => id)).toEqual(['a']);
  expect(await unfinishedDrafts('ann')).toEqual(['d']);
  await removeOriginals('ann', ['b']);
  expect(await unfinishedDrafts('ann')).toEqual([]);
  expect(await hasUnfinished('ann')).toBe(false);
});

test('a blank draft is deleted, unless a photo was chosen for it in the meantime', async () => {
  await storeOriginal('ann', DRAFT, original('a'));
  await removeOriginals('ann', ['a']);
  const [isRemoved, isStored] = await Promise.all([
    removeBlank('ann', 'd', true),
    storeOriginal('ann', DRAFT, original('b')),
  ]);
  expect([isRemoved, isStored]).toEqual([true, true]);
  expect(await originalsOf('ann', 'd')).toEqual(['b']);
  expect(await draftsOf('ann', 'post')).toMatchObject([{ id: 'd' }]);
  expect(await removeBlank('ann', 'd', true)).toBe(false);
  await removeOriginals('ann', ['b']);
  await storeDraft('ann', { ...DRAFT, fields: { title: 'Words' }, changed_at: 1 });
  expect(await removeBlank('ann', 'd')).toBe(true);
  expect(await draftsOf('ann', 'post')).toHaveLength(1);
});

test('a draft that is due is found without photos; a discarded one and a log-out delete the photos', async () => {
  await storeOriginal('ann', DRAFT, original('a'));
  await storeDraft('ann', { ...DRAFT, fields: { due: { id: 'p', photos: 1 } }, changed_at: 1 });
  await removeOriginals('ann', ['a']);
  expect(await unfinishedDrafts('ann')).toEqual(['d']);
  await storeOriginal('ann', DRAFT, original('b'));
  await removeDraft('ann', 'd');
  expect(await readOriginal('ann', 'b')).toBeNull();
  expect(await storeReduced('ann', 'd', picture('b'), true)).toBe(false);
  await storeOriginal('ann', DRAFT, original('c'));
  await dropDrafts('ann');
  // A photo that is reduced only now must not create the database again.
  expect(await storeReduced('ann', 'd', picture('c'), true)).toBe(false);
  expect(await storeOriginal('ann', DRAFT, original('c'))).toBe(false);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('rangeday-local-ann');
});
