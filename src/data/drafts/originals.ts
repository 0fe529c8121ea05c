import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import { makeRoom } from '../device/image-cache.ts';
import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { requestPersistence } from '../device/persistent-storage.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import { type Draft, type DraftRow, isBlank, readDraftRow } from '#contract/drafts.ts';
import { database, deleteRow, isDropped, type OriginalRow } from './drafts.ts';
import { originalsKey } from './originals-key.ts';

/*
 * Photos from the moment in which they are chosen until they are reduced. They are in the database of the drafts, so
 * that leaving the form or closing the page loses none. A draft that was submitted meanwhile (`due` in its text) is
 * sent when it has all of them.
 */

/** Null: the account was logged out, and nothing may create its database again. */
const opened = (account: string) => (isDropped(account) ? null : database(account));

/**
 * Stores a chosen photo; its draft too, if that is not stored yet. False: there is no room, or this browser stores
 * nothing.
 */
export async function storeOriginal(
  account: string,
  { id: draft, place }: Pick<Draft, 'id' | 'place'>,
  photo: Omit<OriginalRow, 'draft'>,
): Promise<boolean> {
  const db = opened(account);
  if (!db) return false;
  const store = () =>
    db.transaction('rw', db.drafts, db.originals, async () => {
      await db.originals.put({ ...photo, draft });
      if ((await db.drafts.where('id').equals(draft).count()) === 0)
        await db.drafts.add({ id: draft, place, text: {}, files: [], changed_at: Date.now() });
    });
  try {
    await store().catch(async (error) => {
      if (isQuotaError(error) && (await makeRoom())) return store();
      throw error;
    });
    await writeKey(originalsKey(account), true);
    void requestPersistence();
    return true;
  } catch {
    return false;
  }
}

/** Whether there is something to resume. */
export const hasUnfinished = async (account: string): Promise<boolean> =>
  (await readKey(originalsKey(account)).catch(() => false)) === true;

/** The ids of a draft's photos that are not reduced, in the order in which they were chosen. */
export async function originalsOf(account: string, draft: string): Promise<string[]> {
  const db = (await hasUnfinished(account)) ? opened(account) : null;
  return (
    db?.originals
      .where('draft')
      .equals(draft)
      .primaryKeys()
      .catch(() => []) ?? []
  );
}

export const readOriginal = async (account: string, id: string): Promise<OriginalRow | null> =>
  (await opened(account)
    ?.originals.get(id)
    .catch(() => undefined)) ?? null;

/** After they were reduced, cancelled or refused. */
export async function removeOriginals(account: string, ids: readonly string[]): Promise<void> {
  await opened(account)
    ?.originals.bulkDelete([...ids])
    .catch(() => {});
}

/**
 * Deletes a draft if it is blank, or `anyway`, unless it waits for photos: then false. One transaction, because a photo
 * may be chosen at the same time.
 */
export async function removeBlank(account: string, id: string, anyway = false): Promise<boolean> {
  const db = opened(account);
  if (!db) return true;
  const remove = async () => {
    if ((await db.originals.where('draft').equals(id).count()) > 0) return false;
    const row = await db.drafts.get(id);
    const draft = row && readDraftRow(row);
    if (draft && (anyway || isBlank(draft))) await deleteRow(db, id);
    return true;
  };
  return db.transaction('rw', db.drafts, db.originals, db.removed, remove).catch(() => true);
}

/** Whether it was submitted, also by a former release. */
export const isDueRow = ({ text }: DraftRow): boolean => Boolean((Object(text) as { due?: unknown }).due);

/** As isDueRow, of the draft with this id. */
export async function isDueDraft(account: string, id: string): Promise<boolean> {
  const row = await opened(account)
    ?.drafts.get(id)
    .catch(() => undefined);
  return row !== undefined && isDueRow(row);
}

/** The drafts with photos to reduce, and those that were submitted before theirs were reduced. */
export async function unfinishedDrafts(account: string): Promise<string[]> {
  const db = (await hasUnfinished(account)) ? opened(account) : null;
  if (!db) return [];
  const find = async () => {
    const withPhotos = (await db.originals.orderBy('draft').uniqueKeys()) as string[];
    const due = await db.drafts.filter(isDueRow).primaryKeys();
    return [...new Set([...withPhotos, ...due])];
  };
  const found = await find();
  if (found.length > 0) return found;
  await removeKey(originalsKey(account));
  // A photo may have been stored in between: without the key nobody would find it.
  const late = await find();
  if (late.length > 0) await writeKey(originalsKey(account), true);
  return late;
}

/**
 * Moves a reduced photo into its draft, whose form is closed. False: it was cancelled, or its draft was discarded.
 * `isStored`: its original is, so that both are changed in one transaction.
 */
export async function storeReduced(
  account: string,
  draftId: string,
  picture: Picture,
  isStored: boolean,
): Promise<boolean> {
  const db = opened(account);
  if (!db) return false;
  return db.transaction('rw', db.drafts, db.originals, async () => {
    const draft = await db.drafts.get(draftId);
    const isWanted = !isStored || (await db.originals.get(picture.id)) !== undefined;
    await db.originals.delete(picture.id);
    if (!draft || !isWanted) return false;
    // The page was closed after its form had stored it, and before the original was deleted.
    if (draft.files.some(({ id }) => id === picture.id)) return true;
    await db.drafts.put({ ...draft, files: [...draft.files, picture].slice(0, IMAGE_LIMITS.perPost) });
    return true;
  });
}
