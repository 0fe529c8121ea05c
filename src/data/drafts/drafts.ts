import { Dexie, type Table } from 'dexie';
import { dropNote, noteDraft, notesOf } from './draft-notes.ts';
import type { DraftFile, DraftRow } from './draft-row.ts';
import { makeRoom } from '../device/image-cache.ts';
import { isQuotaError } from '../device/storage-errors.ts';

/** full: no room for it; the text is still on the screen. unavailable: this browser keeps nothing at all. */
export type Kept = 'kept' | 'full' | 'unavailable';

class LocalSpace extends Dexie {
  declare drafts: Table<DraftRow, string>;

  constructor(account: string) {
    super(nameOf(account));
    this.version(1).stores({ drafts: 'id, [place+changed_at]' });
    // Version 1 knew no files.
    this.version(2)
      .stores({ drafts: 'id, [place+changed_at]' })
      .upgrade((tx) => tx.table<DraftRow>('drafts').toCollection().modify({ files: [] }));
    // A newer version of the app in another tab must be able to upgrade, and one that leaves to delete.
    this.on('versionchange', () => {
      this.close();
      spaces.delete(account);
      // What is expected is no warning: false keeps Dexie's own listener from it.
      return false;
    });
  }
}

const nameOf = (account: string): string => `rangeday-local-${account}`;
const spaces = new Map<string, LocalSpace>();

/** One space per account: switching neither leaks nor loses. */
function space(account: string): LocalSpace {
  let found = spaces.get(account);
  if (!found) spaces.set(account, (found = new LocalSpace(account)));
  return found;
}

const takenUp = new Map<string, Promise<void>>();

/** Once per page and account: brings to its end what the page before could not. What fails is tried at the next start. */
function takeUp(account: string): Promise<void> {
  let done = takenUp.get(account);
  if (!done) takenUp.set(account, (done = finishNotes(account).catch(() => {})));
  return done;
}

async function finishNotes(account: string): Promise<void> {
  const { drafts } = space(account);
  for (const { words, isThere, drop } of notesOf(account)) {
    await drafts.db.transaction('rw', drafts, async () => {
      const kept = await drafts.get(words.id);
      // Another tab may have ended it, or posted it, just now.
      if (!isThere() || (kept && kept.changed_at >= words.changed_at)) return;
      await drafts.put({ ...words, files: kept?.files ?? [] });
    });
    drop();
  }
}

/** Tabs of this device tell each other which draft of which account changed. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rangeday-drafts');
const listeners = new Set<(place: string) => void>();
if (channel) channel.onmessage = (event: MessageEvent<string>) => tell(event.data);
const tell = (place: string): void => listeners.forEach((listener) => listener(place));

function changed(place: string): void {
  tell(place);
  channel?.postMessage(place);
}

/** Calls after each change of a draft, in this tab or another; returns the way to stop. */
export function watchDrafts(listener: (place: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A place's drafts, newest first; none when nothing can be read. */
export async function draftsOf(account: string, place: string): Promise<DraftRow[]> {
  await takeUp(account);
  try {
    return await space(account)
      .drafts.where('[place+changed_at]')
      .between([place, 0], [place, Infinity])
      .reverse()
      .toArray();
  } catch {
    return [];
  }
}

/** How many unfinished things this account has here; for who is about to leave the device. */
export async function countDrafts(account: string): Promise<number> {
  await takeUp(account);
  return space(account)
    .drafts.count()
    .catch(() => 0);
}

export async function readDraft(account: string, id: string): Promise<DraftRow | null> {
  await takeUp(account);
  return (
    (await space(account)
      .drafts.get(id)
      .catch(() => undefined)) ?? null
  );
}

/**
 * Keeps one draft; the last writer wins, per draft. Without `files` those that are kept stay as they are, so that typing
 * does not write megabytes again and again. On a full device seen pictures go first; where the draft's own pictures find no room
 * even then, its words are kept without them, and the answer is 'full'.
 */
export async function keepDraft(
  account: string,
  { files, ...draft }: Omit<DraftRow, 'files'> & { files?: DraftFile[] },
): Promise<Kept> {
  // Before anything is awaited.
  const note = noteDraft(account, draft);
  const { drafts } = space(account);
  const put = async (given?: DraftFile[]) => {
    await drafts.db.transaction('rw', drafts, async () => {
      const kept = given ?? (await drafts.get(draft.id))?.files ?? [];
      await drafts.put({ ...draft, files: kept });
    });
    changed(draft.place);
  };
  try {
    await put(files).catch(async (error) => {
      if (isQuotaError(error) && (await makeRoom())) return put(files);
      throw error;
    });
    return 'kept';
  } catch (error) {
    if (isQuotaError(error) && files) await put().catch(() => {});
    return isQuotaError(error) ? 'full' : 'unavailable';
  } finally {
    note.drop();
  }
}

/** Takes a draft away and gives it back, so that it can be undone with `keepDraft`. */
export async function removeDraft(account: string, id: string): Promise<DraftRow | null> {
  dropNote(account, id);
  try {
    const draft = await readDraft(account, id);
    if (!draft) return null;
    await space(account).drafts.delete(id);
    changed(draft.place);
    return draft;
  } catch {
    return null;
  }
}

/** A tab that does not let go of the database keeps nobody from leaving: by then it is empty. */
const DELETE_PATIENCE_MS = 2000;

/** Deletes everything unfinished of this account. */
export async function dropDrafts(account: string): Promise<void> {
  for (const note of notesOf(account)) note.drop();
  takenUp.delete(account);
  const found = space(account);
  await found.drafts.clear().catch(() => {});
  spaces.delete(account);
  found.close();
  const deleted = Dexie.delete(nameOf(account)).catch(() => {});
  await Promise.race([deleted, new Promise((resolve) => setTimeout(resolve, DELETE_PATIENCE_MS))]);
}
