import type { DraftRow } from '#contract/drafts.ts';

/**
 * A copy of a draft's text in localStorage while its write to IndexedDB is under way. IndexedDB loses a write that
 * starts just before a reload; localStorage is synchronous. Deleted when the write has ended, or saved at the next
 * start (`drafts.ts`).
 */
export interface DraftNote {
  draft: Omit<DraftRow, 'files'>;
  /** False once it was deleted or replaced. */
  isThere(): boolean;
  drop(): void;
}

const keyOf = (account: string, id: string): string => `rangeday-draft:${account}:${id}`;

/** The part of localStorage that is used; not every environment that loads this has one. */
interface Values {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** If localStorage is blocked or full there is no note; the write to IndexedDB reports its own result. */
export function attempt<T>(work: (storage: Values) => T): T | undefined {
  try {
    const { localStorage } = globalThis as { localStorage?: Values };
    return localStorage && work(localStorage);
  } catch {
    return undefined;
  }
}

function noteAt(key: string, text: string): DraftNote {
  const isThere = () => attempt((storage) => storage.getItem(key) === text) ?? false;
  return {
    draft: JSON.parse(text) as DraftNote['draft'],
    isThere,
    drop: () => isThere() && attempt((storage) => storage.removeItem(key)),
  };
}

export function noteDraft(account: string, draft: DraftNote['draft']): DraftNote {
  const [key, text] = [keyOf(account, draft.id), JSON.stringify(draft)];
  attempt((storage) => storage.setItem(key, text));
  return noteAt(key, text);
}

/** Writes that earlier pages did not finish, or that other tabs are doing now. */
export function notesOf(account: string): DraftNote[] {
  const keys = attempt((storage) => Object.keys(storage)) ?? [];
  return keys.flatMap((key) => {
    const text = key.startsWith(keyOf(account, '')) ? attempt((storage) => storage.getItem(key)) : null;
    return text ? (attempt(() => noteAt(key, text)) ?? []) : [];
  });
}

/** Call when the draft itself is deleted. */
export const deleteNote = (account: string, id: string): void =>
  attempt((storage) => storage.removeItem(keyOf(account, id)));
