import { v7 } from 'uuid';
import type { DraftRow } from '#data/drafts/draft-row.ts';
import { draftsOf, keepDraft, readDraft, readDrafts, removeDraft, type SaveResult } from '#data/drafts/drafts.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

export type { DraftFile } from '#data/drafts/draft-row.ts';
export type { SaveResult } from '#data/drafts/drafts.ts';
export interface Draft extends Pick<DraftRow, 'id' | 'text' | 'files' | 'changed_at'> {
  /** Whose it is: a form that outlives a change of the account must not write into the next one's space. */
  owner: string;
}

const account = (): string => accountOf(sessionStore.get());

/** Whose device this is now; a form belongs to one account. */
export const useOwner = (): string => accountOf(useStore(sessionStore));

/** How many composers of this tab have a draft open, and what gives its lock back. */
const claims = new Map<string, { count: number; release: () => void }>();

/**
 * Takes a draft for this tab, so that another tab's composer leaves it alone. False: another tab has it. Without Web Locks (a
 * phone on a plain http address) every tab gets it, and the last writer wins.
 */
async function claim(id: string): Promise<boolean> {
  const held = claims.get(id);
  if (held) held.count += 1;
  if (held || !navigator.locks) return true;
  return new Promise((resolve) => {
    void navigator.locks.request(`rangeday-draft:${account()}:${id}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      if (!lock) return;
      return new Promise<void>((release) => claims.set(id, { count: 1, release }));
    });
  });
}

/** Gives a draft back. Not at once: a composer that is only drawn anew takes it again. */
export function releaseDraft(id: string): void {
  setTimeout(() => {
    const held = claims.get(id);
    if (!held) return;
    held.count -= 1;
    if (held.count > 0) return;
    claims.delete(id);
    held.release();
  });
}

/** An empty draft of a place; nothing is stored before something is written. */
export async function newDraft(): Promise<Draft> {
  const draft = { id: v7(), text: {}, files: [], changed_at: 0, owner: account() };
  await claim(draft.id);
  return draft;
}

/** The place's newest draft that no other tab is writing, or an empty one. Give it back with `releaseDraft`. */
export async function openDraft(place: string): Promise<Draft> {
  const owner = account();
  for (const draft of await draftsOf(owner, place)) if (await claim(draft.id)) return { ...draft, owner };
  return newDraft();
}

/** A certain draft; null when it is gone or open in another tab. */
export async function takeDraft(id: string): Promise<Draft | null> {
  const owner = account();
  const draft = await readDraft(owner, id);
  return draft && (await claim(id)) ? { ...draft, owner } : null;
}

/** What somebody wrote; the rest of a draft (who sees it, what it answers) is worth nothing alone. */
const WORDS = ['title', 'description', 'text'];

const isBlank = ({ text, files }: Pick<Draft, 'text' | 'files'>): boolean =>
  files.length === 0 && WORDS.every((name) => (text[name] ?? '').trim() === '');

/** Keeps a draft. Call it at every change: writes are cheap. One without words and pictures is removed. */
export async function saveDraft(
  place: string,
  { id, text, files, owner }: Omit<Draft, 'changed_at'>,
): Promise<SaveResult> {
  if (isBlank({ text, files })) {
    await removeDraft(owner, id);
    return 'kept';
  }
  return keepDraft(owner, { id, place, text, files, changed_at: Date.now() });
}

/** Takes a draft away; what it gives back puts it there again. */
export async function discardDraft(id: string): Promise<(() => Promise<SaveResult>) | null> {
  const owner = account();
  const removed = await removeDraft(owner, id);
  return removed && (() => keepDraft(owner, removed));
}

/** A place's drafts, newest first. Only reads, so it can be used in a live query. */
export const listDrafts = async (owner: string, place: string): Promise<Draft[]> =>
  (await readDrafts(owner, place)).map((draft) => ({ ...draft, owner }));

export { finishDrafts } from '#data/drafts/drafts.ts';
