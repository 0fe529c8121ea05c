import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { Dexie, liveQuery } from 'dexie';
import {
  countDrafts,
  draftsOf,
  dropDrafts,
  finishDrafts,
  storeDraft,
  readDraft,
  readDrafts,
  removeDraft,
} from './drafts.ts';

const draft = (id: string, title: string, changed_at: number, place: 'post' | 'comment:p' = 'post') => ({
  id,
  place,
  fields: { title },
  changed_at,
});
const rowOf = ({ fields, ...row }: ReturnType<typeof draft>) => ({ ...row, text: fields });
const picture = (bytes: ArrayBuffer) => ({
  ...{ id: 'p', name: 'a.png', type: 'image/png', width: 1, height: 1, preview: '', alt: '', located: false },
  bytes,
});
const titles = async (account: string) => (await draftsOf(account, 'post')).map(({ fields }) => fields.title);

afterEach(async () => {
  await dropDrafts('ann');
  await dropDrafts('bob');
  vi.unstubAllGlobals();
});

test('drafts are listed newest first, separately per place and account', async () => {
  await storeDraft('ann', draft('1', 'Older', 1));
  await storeDraft('ann', draft('2', 'Newer', 2));
  await storeDraft('ann', draft('3', 'A comment', 3, 'comment:p'));
  await storeDraft('bob', draft('4', 'Of Bob', 4));
  expect(await titles('ann')).toEqual(['Newer', 'Older']);
  expect(await titles('bob')).toEqual(['Of Bob']);
  expect(await countDrafts('ann')).toBe(3);
});

test('pictures are stored byte for byte, and further typing does not change them', async () => {
  const bytes = new Uint8Array([0, 255, 7]).buffer;
  await storeDraft('ann', { ...draft('1', 'Photo', 1), files: [picture(bytes)] });
  await storeDraft('ann', draft('1', 'Photo of', 2));
  const saved = await readDraft('ann', '1');
  expect(saved?.fields).toEqual({ title: 'Photo of' });
  expect([...new Uint8Array(saved?.files[0]?.bytes ?? new ArrayBuffer(0))]).toEqual([0, 255, 7]);
  await storeDraft('ann', { ...draft('1', 'No photo', 3), files: [] });
  expect((await readDraft('ann', '1'))?.files).toEqual([]);
});

test('a removed draft can be restored completely', async () => {
  const bytes = new Uint8Array([1]).buffer;
  await storeDraft('ann', { ...draft('1', 'Gone', 1), files: [picture(bytes)] });
  const removed = await removeDraft('ann', '1');
  expect(await titles('ann')).toEqual([]);
  expect(await removeDraft('ann', '1')).toBeNull();
  if (removed) await storeDraft('ann', removed);
  expect((await readDraft('ann', '1'))?.files).toHaveLength(1);
});

test('two writers on one draft: the last one wins', async () => {
  await Promise.all([storeDraft('ann', draft('1', 'First', 1)), storeDraft('ann', draft('1', 'Second', 2))]);
  expect(await titles('ann')).toEqual(['Second']);
});

test('a live query sees each change, and does not create the database again after it was deleted', async () => {
  await finishDrafts('ann');
  const seen: (string | undefined)[][] = [];
  const query = liveQuery(() => readDrafts('ann', 'post')).subscribe((rows) =>
    seen.push(rows.map(({ fields }) => fields.title)),
  );
  try {
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([]));
    await storeDraft('ann', draft('1', 'Typed', 1));
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['Typed']));
    await removeDraft('ann', '1');
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([]));
    await storeDraft('ann', draft('2', 'Left', 2));
    await vi.waitFor(() => expect(seen.at(-1)).toEqual(['Left']));
    await dropDrafts('ann');
    await vi.waitFor(() => expect(seen.at(-1)).toEqual([]));
    // Dexie runs the query again some time after the deletion, at the latest for changes of other tabs.
    await readDrafts('ann', 'post');
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('rangeday-local-ann');
  } finally {
    query.unsubscribe();
  }
});

test('a draft of the previous database version is still there', async () => {
  const old = new Dexie('rangeday-local-ann');
  old.version(1).stores({ drafts: 'id, [place+changed_at]' });
  await old.table('drafts').put(rowOf(draft('1', 'From before', 1)));
  old.close();
  expect(await draftsOf('ann', 'post')).toMatchObject([{ fields: { title: 'From before' }, files: [] }]);
});

test('if pictures do not fit, cached images are deleted first, and the text is always saved', async () => {
  const seen = vi.fn(async () => true);
  vi.stubGlobal('caches', { delete: seen });
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const { put } = IDBObjectStore.prototype;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    return value.files?.length ? full() : put.call(this, value, key);
  });
  const files = [picture(new ArrayBuffer(9))];
  expect(await storeDraft('ann', { ...draft('1', 'Words', 1), files })).toBe('full');
  expect(seen).toHaveBeenCalledOnce();
  expect(await readDraft('ann', '1')).toMatchObject({ fields: { title: 'Words' }, files: [] });
  spy.mockRestore();

  const once = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(full);
  expect(await storeDraft('ann', { ...draft('1', 'Words', 2), files })).toBe('saved');
  once.mockRestore();
  vi.unstubAllGlobals();
  expect((await readDraft('ann', '1'))?.files).toHaveLength(1);
});

test('a full device and one without storage are reported', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  put.mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(await storeDraft('ann', draft('1', 'x', 1))).toBe('full');
  put.mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(await storeDraft('ann', draft('1', 'x', 1))).toBe('unavailable');
  put.mockRestore();
  expect(await storeDraft('ann', draft('1', 'x', 1))).toBe('saved');
});

/** Enough of localStorage: its keys are its own, its methods are not. */
function stubStorage(): Record<string, string> {
  const storage: Record<string, string> = {};
  Object.defineProperties(storage, {
    getItem: { value: (key: string) => storage[key] ?? null },
    setItem: { value: (key: string, value: string) => (storage[key] = value) },
    removeItem: { value: (key: string) => delete storage[key] },
  });
  vi.stubGlobal('localStorage', storage);
  return storage;
}

const leaveNote = (storage: Record<string, string>, account: string, noted: ReturnType<typeof draft>) =>
  (storage[`rangeday-draft:${account}:${noted.id}`] = JSON.stringify(rowOf(noted)));

test('the text is in localStorage synchronously, until its write has ended', async () => {
  const storage = stubStorage();
  const writing = storeDraft('ann', draft('1', 'In the instant before', 1));
  expect(Object.values(storage).join()).toContain('In the instant before');
  expect(await writing).toBe('saved');
  expect(Object.keys(storage)).toEqual([]);
});

test('a write that the previous page did not finish is finished at the next start: pictures stay, the later text wins', async () => {
  const storage = stubStorage();
  const files = [picture(new ArrayBuffer(9))];
  await storeDraft('ann', { ...draft('1', 'Half', 1), files });
  await storeDraft('ann', draft('2', 'Written later in another tab', 9));
  leaveNote(storage, 'ann', draft('1', 'Half a comment', 2));
  leaveNote(storage, 'ann', draft('2', 'Earlier', 8));
  leaveNote(storage, 'ann', draft('3', 'Only noted', 3));
  leaveNote(storage, 'bob', draft('4', 'Of Bob', 4));
  expect(await titles('ann')).toEqual(['Written later in another tab', 'Only noted', 'Half a comment']);
  expect((await readDraft('ann', '1'))?.files).toHaveLength(1);
  expect(Object.keys(storage)).toEqual(['rangeday-draft:bob:4']);
});

test('a note is deleted with its draft and with its account', async () => {
  const storage = stubStorage();
  leaveNote(storage, 'ann', draft('1', 'Was posted', 1));
  leaveNote(storage, 'ann', draft('2', 'Of who leaves', 2));
  await removeDraft('ann', '1');
  expect(await titles('ann')).toEqual(['Of who leaves']);
  leaveNote(storage, 'ann', draft('3', 'Of who leaves', 3));
  await dropDrafts('ann');
  expect(Object.keys(storage)).toEqual([]);
  expect(await countDrafts('ann')).toBe(0);
});

test('a note of a removed draft that the disk still has after a crash is not restored; a later one is', async () => {
  const storage = stubStorage();
  await storeDraft('ann', draft('1', 'Was posted', 1));
  await storeDraft('ann', draft('2', 'Was posted, too', 2));
  await removeDraft('ann', '1');
  await removeDraft('ann', '2');
  leaveNote(storage, 'ann', draft('1', 'Was posted', 1));
  leaveNote(storage, 'ann', draft('2', 'Typed again', Date.now() + 1000));
  vi.resetModules();
  const next = await import('./drafts.ts');
  expect((await next.draftsOf('ann', 'post')).map(({ fields }) => fields.title)).toEqual(['Typed again']);
  expect(Object.keys(storage)).toEqual([]);
});
