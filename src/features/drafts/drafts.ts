import { v7 } from 'uuid';
import type { DraftRow } from '#data/drafts/draft-row.ts';
import { IMAGE_LIMITS } from '#contract/media.ts';
import { POST_LIMITS } from '#contract/posts.ts';
import { countCharacters } from '#contract/text.ts';
import { draftsOf, storeDraft, readDraft, readDrafts, removeDraft, type SaveResult } from '#data/drafts/drafts.ts';
import { keepStorage } from '#data/device/persistent-storage.ts';
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

/** By draft: the number of composers of this tab that have it open, and the function that releases its lock. */
const claims = new Map<string, { count: number; release: () => void }>();

/**
 * Locks a draft for this tab. False if another tab has it. Without Web Locks (on a plain http address) every tab gets it, and the
 * last writer wins.
 */
async function claim(id: string): Promise<boolean> {
  const claimed = claims.get(id);
  if (claimed) claimed.count += 1;
  if (claimed || !navigator.locks) return true;
  return new Promise((resolve) => {
    void navigator.locks.request(`rangeday-draft:${account()}:${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      return new Promise<void>((release) => claims.set(id, { count: 1, release }));
    });
  });
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

/** An empty draft of a place. It is stored when it has text. */
export async function newDraft(): Promise<Draft> {
  const draft = { id: v7(), text: {}, files: [], changed_at: 0, owner: account() };
  await claim(draft.id);
  return draft;
}

/** The place's newest draft that no other tab has open, or an empty one. Unlock it with `releaseDraft`. */
export async function openDraft(place: string): Promise<Draft> {
  const owner = account();
  for (const draft of await draftsOf(owner, place)) if (await claim(draft.id)) return { ...draft, owner };
  return newDraft();
}

/**
 * A new draft with the last share of another app that no other tab has open; null if there is none. Older ones follow at the next
 * openings. Unlock it with `releaseDraft`.
 */
export async function openShared(place: string): Promise<Draft | null> {
  for (const shared of await readShared(account())) if (await claim(shared.id)) return draftOf(place, shared);
  return null;
}

async function draftOf(place: string, shared: Shared): Promise<Draft> {
  const owner = account();
  const files = shared.files.map(({ name, type, bytes }) => new File([bytes], name, { type }));
  const before = await readDraft(owner, shared.id);
  const names = new Set(files.map(({ name }) => name));
  const draft = {
    id: shared.id,
    place,
    text: before?.text ?? wordsOf(shared),
    // The app was closed before all were reduced: they are taken again.
    files: (before?.files ?? []).filter(({ name }) => !names.has(name)),
    changed_at: Date.now(),
  };
  if (!isBlank(draft)) await storeDraft(owner, draft);
  void keepStorage();
  return { ...draft, owner, arrived: { files } };
}

/** A line that is too long for a title belongs to the text. */
const wordsOf = ({ title, text }: Shared): Record<string, string> =>
  countCharacters(title) > POST_LIMITS.title
    ? { description: [title, text].filter(Boolean).join('\n') }
    : { ...(title && { title }), ...(text && { description: text }) };

/** Deletes what was shared, if its draft is stored with this many pictures. On a full device it stays for the next opening. */
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
  return draft && (await claim(id)) ? { ...draft, owner } : null;
}

/** The member's own work. A draft with only other fields (visibility, parent, pin) is blank. */
const WORK = new Set([
  ...['title', 'description', 'text', 'poll_question', 'poll_options', 'gif', 'video', 'removed', 'order'],
  ...['image_url', 'mobile_image_url'],
]);
/** A changed alt text, and in an edit of a post the changed pin. */
const isWork = (name: string, place: string): boolean =>
  WORK.has(name) || name.startsWith('alt:') || (name === 'sticky' && place.startsWith('edit:'));

const isBlank = ({ text, files, place }: Pick<DraftRow, 'text' | 'files' | 'place'>): boolean =>
  files.length === 0 && Object.entries(text).every(([name, value]) => !isWork(name, place) || value.trim() === '');

/**
 * Saves a draft. Call it at every change, because writes are cheap; `withFiles` if its pictures changed, which are megabytes. A draft
 * without text and pictures is removed.
 */
export async function saveDraft(
  place: string,
  { id, text, files, owner }: Omit<Draft, 'changed_at'>,
  withFiles: boolean,
): Promise<SaveResult> {
  if (isBlank({ text, files, place })) {
    await removeDraft(owner, id);
    return 'saved';
  }
  return storeDraft(owner, { id, place, text, ...(withFiles && { files }), changed_at: Date.now() });
}

/**
 * Moves text and pictures of a draft to the end of another one. False if that is open in another tab, was deleted, or would have too
 * many pictures.
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

/** Deletes a draft. Returns the function that restores it. */
export async function discardDraft(id: string): Promise<(() => Promise<SaveResult>) | null> {
  const owner = account();
  const removed = await removeDraft(owner, id);
  return removed && (() => storeDraft(owner, removed));
}

/** A place's drafts, newest first. Only reads, so it can be used in a live query. */
export const listDrafts = async (owner: string, place: string): Promise<Draft[]> =>
  (await readDrafts(owner, place)).map((draft) => ({ ...draft, owner }));

export { finishDrafts } from '#data/drafts/drafts.ts';
