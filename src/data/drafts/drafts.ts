import { Dexie, type Table } from 'dexie';
import { within } from '#lib/within.ts';
import {
  type Draft,
  type DraftOf,
  type DraftRow,
  type FieldsOf,
  type KindOf,
  type Place,
  readDraftRow,
} from '#contract/drafts.ts';
import { deleteNote, noteDraft, notesOf } from './draft-notes.ts';
import { storeOpenEdits } from './open-edits.ts';
import type { Picture } from '#contract/media.ts';
import { makeRoom } from '../device/image-cache.ts';
import { requestPersistence } from '../device/persistent-storage.ts';
import { isQuotaError } from '../device/storage-errors.ts';

/** full: there is no room; the text is still on the screen. unavailable: this browser stores nothing. */
export type SaveResult = 'saved' | 'full' | 'unavailable';

/**
 * A chosen photo until it is reduced. It has its metadata, so it never leaves the device. Its id becomes that of the
 * picture.
 */
export interface OriginalRow {
  id: string;
  /** The id of its draft. */
  draft: string;
  name: string;
  bytes: ArrayBuffer;
}

/** A deleted draft, for a while: what localStorage still has of it after a crash is not restored. */
interface RemovedRow {
  /** The draft's. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}

class DraftsDatabase extends Dexie {
  declare drafts: Table<DraftRow, string>;
  declare originals: Table<OriginalRow, string>;
  declare removed: Table<RemovedRow, string>;

  constructor(account: string) {
    super(nameOf(account));
    this.version(1).stores({ drafts: 'id, [place+changed_at]' });
    // Version 1 had no files.
    this.version(2)
      .stores({ drafts: 'id, [place+changed_at]' })
      .upgrade((tx) => tx.table<DraftRow>('drafts').toCollection().modify({ files: [] }));
    this.version(3).stores({ originals: 'id, draft' });
    this.version(4).stores({ removed: 'id, at' });
    // Lets another tab upgrade the database after an update, or delete it at a log-out.
    this.on('versionchange', () => {
      this.close();
      databases.delete(account);
      // False prevents Dexie's own listener, which warns.
      return false;
    });
  }
}

const nameOf = (account: string): string => `rangeday-local-${account}`;
const databases = new Map<string, DraftsDatabase>();

/** One database per account, so that no other account can see its drafts. */
export function database(account: string): DraftsDatabase {
  let found = databases.get(account);
  if (!found) databases.set(account, (found = new DraftsDatabase(account)));
  return found;
}

const finished = new Map<string, Promise<void>>();

/**
 * Accounts whose drafts were deleted, until they are used again: a live query that is still subscribed runs once more
 * after the deletion, and must not create the database again.
 */
const dropped = new Set<string>();

/** The account was logged out, and no form has used its drafts since. */
export const isDropped = (account: string): boolean => dropped.has(account);

/**
 * Once per page and account: saves the drafts whose write the previous page could not finish. A failure is retried at
 * the next start.
 */
export function finishDrafts(account: string): Promise<void> {
  dropped.delete(account);
  let done = finished.get(account);
  if (!done) finished.set(account, (done = finishNotes(account).catch(() => {})));
  return done;
}

/**
 * Browsers write localStorage to the disk up to some minutes late, so a killed one may find a note again that was
 * deleted.
 */
const REMOVED_KEPT_MS = 7 * 24 * 60 * 60_000;

async function finishNotes(account: string): Promise<void> {
  const { drafts, removed } = database(account);
  for (const { draft, isThere, drop } of notesOf(account)) {
    await drafts.db.transaction('rw', drafts, removed, async () => {
      const saved = await drafts.get(draft.id);
      const isRemoved = ((await removed.get(draft.id))?.at ?? 0) >= draft.changed_at;
      // A chosen photo may have stored it first, without text.
      const isNewer = saved && Object.keys(Object(saved.text)).length > 0 && saved.changed_at >= draft.changed_at;
      // Another tab may have saved or posted it just now.
      if (!isThere() || isNewer || isRemoved) return;
      await drafts.put({ ...draft, files: saved?.files ?? [] });
    });
    drop();
  }
  await removed
    .where('at')
    .below(Date.now() - REMOVED_KEPT_MS)
    .delete();
}

/** A place's drafts, newest first; none if they cannot be read. Only reads, so it can be used in a live query. */
export async function readDrafts<P extends Place>(account: string, place: P): Promise<DraftOf<KindOf<P>>[]> {
  if (dropped.has(account)) return [];
  try {
    const rows = await database(account)
      .drafts.where('[place+changed_at]')
      .between([place, 0], [place, Infinity])
      .reverse()
      .toArray();
    return rows.flatMap((row) => (readDraftRow(row) as DraftOf<KindOf<P>> | null) ?? []);
  } catch {
    return [];
  }
}

/** The drafts of all ads. */
export async function draftsOfAds(account: string): Promise<DraftOf<'ad'>[]> {
  await finishDrafts(account);
  const rows = await database(account)
    .drafts.where('[place+changed_at]')
    .between(['ad:', 0], ['ad:\uffff', Infinity])
    .toArray()
    .catch(() => []);
  return rows.map((row) => readDraftRow(row) as DraftOf<'ad'>);
}

/** As `readDrafts`, after `finishDrafts`. */
export async function draftsOf<P extends Place>(account: string, place: P): Promise<DraftOf<KindOf<P>>[]> {
  await finishDrafts(account);
  return readDrafts(account, place);
}

/** For the dialog at a log-out. */
export async function countDrafts(account: string): Promise<number> {
  await finishDrafts(account);
  return database(account)
    .drafts.count()
    .catch(() => 0);
}

/** The number of drafts and their size in bytes, pictures included. Zero if they cannot be read. */
export async function measureDrafts(account: string): Promise<{ count: number; bytes: number }> {
  await finishDrafts(account);
  const db = database(account);
  const drafts = await db.drafts.toArray().catch(() => []);
  let originals = 0;
  await db.originals.each(({ bytes }) => (originals += bytes.byteLength)).catch(() => {});
  const sizeOf = ({ files, ...draft }: DraftRow) =>
    new Blob([JSON.stringify(draft)]).size + files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
  return { count: drafts.length, bytes: drafts.reduce((sum, draft) => sum + sizeOf(draft), originals) };
}

export async function readDraft(account: string, id: string): Promise<Draft | null> {
  await finishDrafts(account);
  const row = await database(account)
    .drafts.get(id)
    .catch(() => undefined);
  return row ? readDraftRow(row) : null;
}

/** What a form saves. Without `files` the saved ones stay. */
export type SavedDraft<P extends Place = Place> = Pick<Draft, 'id' | 'changed_at'> & {
  place: P;
  fields: FieldsOf<KindOf<P>>;
  files?: Picture[];
};

/**
 * Saves one draft; the last writer wins, per draft. Files are given only when they change, because they are megabytes.
 * On a full device cached pictures are deleted first; if the draft's own pictures still do not
 * fit, its text is saved without them and the result is 'full'.
 */
export async function storeDraft<P extends Place>(
  account: string,
  { id, place, fields, files, changed_at }: SavedDraft<P>,
): Promise<SaveResult> {
  dropped.delete(account);
  const draft = { id, place, text: fields, changed_at };
  // Synchronous, so that it is done before a reload.
  const note = noteDraft(account, draft);
  const { drafts } = database(account);
  const put = async (given?: Picture[]) => {
    await drafts.db.transaction('rw', drafts, async () => {
      const saved = given ?? (await drafts.get(draft.id))?.files ?? [];
      await drafts.put({ ...draft, files: saved });
    });
  };
  try {
    await put(files).catch(async (error) => {
      if (isQuotaError(error) && (await makeRoom())) return put(files);
      throw error;
    });
    // Photos may have no other copy.
    if (files && files.length > 0) void requestPersistence();
    return 'saved';
  } catch (error) {
    if (isQuotaError(error) && files) await put().catch(() => {});
    return isQuotaError(error) ? 'full' : 'unavailable';
  } finally {
    note.drop();
  }
}

/** Deletes the row, for good also if the browser is killed now. Call it in a transaction with both tables. */
export async function deleteRow({ drafts, removed }: DraftsDatabase, id: string): Promise<void> {
  await removed.put({ id, at: Date.now() });
  await drafts.delete(id);
}

/** Deletes a draft with its photos and returns it, so that `storeDraft` can undo it. */
export async function removeDraft(account: string, id: string): Promise<Draft | null> {
  deleteNote(account, id);
  try {
    const draft = await readDraft(account, id);
    if (!draft) return null;
    const db = database(account);
    await db.transaction('rw', db.drafts, db.originals, db.removed, async () => {
      await deleteRow(db, id);
      await db.originals.where('draft').equals(id).delete();
    });
    return draft;
  } catch {
    return null;
  }
}

/** A log-out does not wait longer for a tab that keeps the database open: it is empty by then. */
const DELETE_PATIENCE_MS = 2000;

/** Deletes all drafts of this account. */
export async function dropDrafts(account: string): Promise<void> {
  dropped.add(account);
  for (const note of notesOf(account)) note.drop();
  storeOpenEdits(account, []);
  finished.delete(account);
  const found = database(account);
  await Promise.all([found.drafts.clear(), found.originals.clear(), found.removed.clear()]).catch(() => {});
  databases.delete(account);
  found.close();
  const deleted = Dexie.delete(nameOf(account)).catch(() => {});
  await within(DELETE_PATIENCE_MS, deleted);
}
