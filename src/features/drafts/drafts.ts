import { v7 } from 'uuid';
import {
  type DraftRow,
  draftsOf,
  type Kept,
  keepDraft,
  readDraft,
  removeDraft,
  watchDrafts,
} from '#data/local/drafts.ts';
import { accountOf, sessionStore } from '#data/session.ts';

export type { DraftFile, Kept } from '#data/local/drafts.ts';
export type Draft = Pick<DraftRow, 'id' | 'text' | 'files' | 'changed_at'>;

const account = (): string => accountOf(sessionStore.get());

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
  const draft = { id: v7(), text: {}, files: [], changed_at: 0 };
  await claim(draft.id);
  return draft;
}

/** The place's newest draft that no other tab is writing, or an empty one. Give it back with `releaseDraft`. */
export async function openDraft(place: string): Promise<Draft> {
  for (const draft of await draftsOf(account(), place)) if (await claim(draft.id)) return draft;
  return newDraft();
}

/** A certain draft; null when it is gone or open in another tab. */
export async function takeDraft(id: string): Promise<Draft | null> {
  const draft = await readDraft(account(), id);
  return draft && (await claim(id)) ? draft : null;
}

/** What somebody wrote; the rest of a draft (who sees it, what it answers) is worth nothing alone. */
const WORDS = ['title', 'description', 'text'];

const isBlank = ({ text, files }: Pick<Draft, 'text' | 'files'>): boolean =>
  files.length === 0 && WORDS.every((name) => (text[name] ?? '').trim() === '');

/** Keeps a draft. Call it at every change: writes are cheap. One without words and pictures is removed. */
export async function saveDraft(
  place: string,
  { id, text, files }: Pick<Draft, 'id' | 'text' | 'files'>,
): Promise<Kept> {
  if (isBlank({ text, files })) {
    await removeDraft(account(), id);
    return 'kept';
  }
  return keepDraft(account(), { id, place, text, files, changed_at: Date.now() });
}

/** Takes a draft away; what it gives back puts it there again. */
export async function discardDraft(id: string): Promise<(() => Promise<Kept>) | null> {
  const owner = account();
  const removed = await removeDraft(owner, id);
  return removed && (() => keepDraft(owner, removed));
}

export const listDrafts = (place: string): Promise<Draft[]> => draftsOf(account(), place);

export { watchDrafts };
