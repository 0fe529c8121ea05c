import { v7 } from 'uuid';
import type { DraftRow } from '#data/drafts/draft-row.ts';
import { draftsOf, storeDraft, readDraft, readDrafts, removeDraft, type SaveResult } from '#data/drafts/drafts.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

export type { SaveResult } from '#data/drafts/drafts.ts';
export interface Draft extends Pick<DraftRow, 'id' | 'text' | 'files' | 'changed_at'> {
  /** The draft's account. A form that is still mounted after a change of account must not write to the next account. */
  owner: string;
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

/** The draft with this id; null if it does not exist or is open in another tab. */
export async function openDraftById(id: string): Promise<Draft | null> {
  const owner = account();
  const draft = await readDraft(owner, id);
  return draft && (await claim(id)) ? { ...draft, owner } : null;
}

/** The member's own text. A draft with only other fields (visibility, parent) is blank. */
const TEXT_FIELDS = ['title', 'description', 'text', 'poll_question', 'poll_options', 'gif'];

const isBlank = ({ text, files }: Pick<Draft, 'text' | 'files'>): boolean =>
  files.length === 0 && TEXT_FIELDS.every((name) => (text[name] ?? '').trim() === '');

/**
 * Saves a draft. Call it at every change, because writes are cheap; `withFiles` if its pictures changed, which are megabytes. A draft
 * without text and pictures is removed.
 */
export async function saveDraft(
  place: string,
  { id, text, files, owner }: Omit<Draft, 'changed_at'>,
  withFiles: boolean,
): Promise<SaveResult> {
  if (isBlank({ text, files })) {
    await removeDraft(owner, id);
    return 'saved';
  }
  return storeDraft(owner, { id, place, text, ...(withFiles && { files }), changed_at: Date.now() });
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
