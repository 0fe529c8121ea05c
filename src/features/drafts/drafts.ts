import { v7 } from 'uuid';
import type { DraftRow } from '#data/drafts/draft-row.ts';
import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import { POST_LIMITS } from '#contract/posts.ts';
import { countCharacters } from '#contract/text.ts';
import { deleteNote } from '#data/drafts/draft-notes.ts';
import { originalsOf, readOriginal, removeBlank, removeOriginals, storeOriginal } from '#data/drafts/originals.ts';
import { draftsOf, storeDraft, readDraft, readDrafts, removeDraft, type SaveResult } from '#data/drafts/drafts.ts';
import { requestPersistence } from '#data/device/persistent-storage.ts';
import { readShared, removeShared, type Shared } from '#data/drafts/shared.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

export type { SaveResult } from '#data/drafts/drafts.ts';
export interface Draft extends Pick<DraftRow, 'id' | 'text' | 'files' | 'changed_at'> {
  /** The draft's account. A form that is still mounted after a change of account must not write to the next account. */
  owner: string;
  /** Files that another app shared, which are still to be reduced. */
  arrived?: Arrived;
}

export interface Arrived {
  files: File[];
}

const account = (): string => accountOf(sessionStore.get());

/** The current account. A form belongs to one account. */
export const useOwner = (): string => accountOf(useStore(sessionStore));

/** By draft: how many forms and tasks of this tab have it, and the function that releases its lock. */
const claims = new Map<string, { count: number; isOurs: Promise<boolean>; release: () => void }>();

/**
 * Locks a draft for this tab. False if another tab has it. Without Web Locks (on a plain http address) every tab gets
 * it, and the last writer wins.
 */
export async function claimDraft(id: string): Promise<boolean> {
  const claimed = claims.get(id);
  if (claimed) {
    claimed.count += 1;
    return claimed.isOurs;
  }
  if (!navigator.locks) return true;
  const { promise: isOurs, resolve: answer } = Promise.withResolvers<boolean>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  claims.set(id, { count: 1, isOurs, release });
  void navigator.locks.request(`rangeday-draft:${account()}:${id}`, { ifAvailable: true }, (lock) => {
    if (!lock) claims.delete(id);
    answer(lock !== null);
    return lock ? released : undefined;
  });
  return isOurs;
}

/** Unlocks a draft, with a delay: a composer that is mounted again keeps it. */
export function releaseDraft(id: string): void {
  setTimeout(() => {
    const claimed = claims.get(id);
    if (!claimed) return;
    claimed.count -= 1;
    if (claimed.count > 0) return;
    claims.delete(id);
    claimed.release();
  });
}

/**
 * An empty draft of a place. It is stored when it has text. At once, because no other tab can have the lock of a new
 * id.
 */
export function newDraft(): Draft {
  const draft = { id: v7(), text: {}, files: [], changed_at: 0, owner: account() };
  void claimDraft(draft.id);
  return draft;
}

/** It was submitted, and goes out when its photos are reduced: no form shows it any more. */
const isDue = ({ text }: Pick<DraftRow, 'text'>): boolean => Boolean(text['due']);

/** The place's newest draft that no other tab has open, or an empty one. Unlock it with `releaseDraft`. */
export async function openDraft(place: string): Promise<Draft> {
  const owner = account();
  for (const draft of await draftsOf(owner, place))
    if (!isDue(draft) && (await claimDraft(draft.id))) return { ...draft, owner };
  return newDraft();
}

/**
 * A new draft with the last share of another app that no other tab has open; null if there is none. Older ones follow
 * at the next openings. Unlock it with `releaseDraft`.
 */
export async function openShared(place: string): Promise<Draft | null> {
  for (const shared of await readShared(account())) if (await claimDraft(shared.id)) return draftOf(place, shared);
  return null;
}

async function draftOf(place: string, shared: Shared): Promise<Draft> {
  const owner = account();
  const files = shared.files.map(({ name, type, bytes }) => new File([bytes], name, { type }));
  const before = await readDraft(owner, shared.id);
  const names = new Set(files.map(({ name }) => name));
  for (const id of await originalsOf(owner, shared.id))
    if (names.has((await readOriginal(owner, id))?.name ?? '')) await removeOriginals(owner, [id]);
  const draft = {
    id: shared.id,
    place,
    text: before?.text ?? wordsOf(shared),
    // The app was closed before all were reduced: they are taken again.
    files: (before?.files ?? []).filter(({ name }) => !names.has(name)),
    changed_at: Date.now(),
  };
  if (!isBlank(draft)) await storeDraft(owner, draft);
  void requestPersistence();
  return { ...draft, owner, arrived: { files } };
}

/** A line that is too long for a title belongs to the text. */
const wordsOf = ({ title, text }: Shared): Record<string, string> =>
  countCharacters(title) > POST_LIMITS.title
    ? { description: [title, text].filter(Boolean).join('\n') }
    : { ...(title && { title }), ...(text && { description: text }) };

/**
 * Deletes what was shared, if its draft is stored with this many pictures. On a full device it stays for the next
 * opening.
 */
export async function finishShared(id: string, pictures: number): Promise<void> {
  const draft = await readDraft(account(), id);
  if ((draft?.files.length ?? 0) >= pictures) await removeShared([id]);
}

/** Deletes what was shared, and its draft. */
export async function undoShared(id: string): Promise<void> {
  await Promise.all([removeShared([id]), removeDraft(account(), id)]);
}

/** The draft with this id; null if it does not exist or is open in another tab. */
export async function openDraftById(id: string): Promise<Draft | null> {
  const owner = account();
  const draft = await readDraft(owner, id);
  return draft && (await claimDraft(id)) ? { ...draft, owner } : null;
}

/** The member's own work. A draft with only other fields (visibility, parent, pin) is blank. */
const WORK = new Set([
  ...['title', 'description', 'text', 'poll_question', 'poll_options', 'gif', 'video', 'removed', 'order'],
  // Of an ad: the addresses of its pictures.
  ...['image', 'mobileImage'],
]);
/** A changed alt text, and in an edit of a post the changed pin. */
const isWork = (name: string, place: string): boolean =>
  WORK.has(name) || name.startsWith('alt:') || (name === 'sticky' && place.startsWith('edit:'));

const isBlank = ({ text, files, place }: Pick<DraftRow, 'text' | 'files' | 'place'>): boolean =>
  files.length === 0 && Object.entries(text).every(([name, value]) => !isWork(name, place) || value.trim() === '');

/**
 * Saves a draft. Call it at every change, because writes are cheap; `withFiles` if its pictures changed, which are
 * megabytes. A draft without text and pictures is removed.
 */
export async function saveDraft(
  place: string,
  { id, text, files, owner }: Omit<Draft, 'changed_at'>,
  withFiles: boolean,
): Promise<SaveResult> {
  if (isBlank({ text, files, place })) {
    deleteNote(owner, id);
    if (await removeBlank(owner, id, () => true)) return 'saved';
  }
  return storeDraft(owner, { id, place, text, ...(withFiles && { files }), changed_at: Date.now() });
}

/**
 * Moves text and pictures of a draft to the end of another one. False if that is open in another tab, was deleted, or
 * would have too many pictures.
 */
export async function moveInto(fromId: string, id: string): Promise<boolean> {
  const owner = account();
  const [from, to] = [await readDraft(owner, fromId), await openDraftById(id)];
  const files = [...(to?.files ?? []), ...(from?.files ?? [])];
  const isPossible = from !== null && to !== null && files.length <= IMAGE_LIMITS.perPost;
  if (isPossible) {
    const [title = '', ...more] = [to.text['title'], from.text['title']].filter(Boolean);
    const description = [to.text['description'], ...more, from.text['description']].filter(Boolean).join('\n');
    const text = { ...to.text, title, description };
    const saved = await storeDraft(owner, { id, place: from.place, text, files, changed_at: Date.now() });
    if (saved === 'saved') await removeDraft(owner, fromId);
  }
  if (to) releaseDraft(id);
  return isPossible;
}

/** The pictures of a stored draft. */
export const picturesOf = async (owner: string, id: string): Promise<readonly Picture[]> =>
  (await readDraft(owner, id))?.files ?? [];

/** Removes a draft that was stored only for photos that it did not get. */
export async function dropIfBlank(owner: string, id: string): Promise<void> {
  await removeBlank(owner, id, isBlank);
}

/** Deletes a draft. Returns the function that restores it. */
export async function discardDraft(id: string): Promise<(() => Promise<SaveResult>) | null> {
  const owner = account();
  const ids = await originalsOf(owner, id);
  const originals = await Promise.all(ids.map((each) => readOriginal(owner, each)));
  const removed = await removeDraft(owner, id);
  if (!removed) return null;
  return async () => {
    const saved = await storeDraft(owner, removed);
    for (const original of originals) if (original) await storeOriginal(owner, removed, original);
    return saved;
  };
}

/** A place's drafts, newest first. Only reads, so it can be used in a live query. */
export const listDrafts = async (owner: string, place: string): Promise<Draft[]> =>
  (await readDrafts(owner, place)).filter((draft) => !isDue(draft)).map((draft) => ({ ...draft, owner }));

export { finishDrafts } from '#data/drafts/drafts.ts';
