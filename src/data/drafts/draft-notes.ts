import type { DraftRow } from './draft-row.ts';

/**
 * The words of a draft while its write is under way. IndexedDB loses what is begun in the instant before a reload; localStorage has
 * it when the call returns. Taken up at the next start (`drafts.ts`), gone as soon as the write has ended.
 */
export interface DraftNote {
  words: Omit<DraftRow, 'files'>;
  /** False once it was taken away, or a later one has taken its place. */
  isThere(): boolean;
  drop(): void;
}

const keyOf = (account: string, id: string): string => `rangeday-draft:${account}:${id}`;

/** The part of localStorage that is used. The service worker, which shares this folder's types, knows none. */
interface Values {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Where localStorage is blocked or full there is no note: the write itself says how it went. */
function attempt<T>(work: (storage: Values) => T): T | undefined {
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
    words: JSON.parse(text) as DraftNote['words'],
    isThere,
    drop: () => isThere() && attempt((storage) => storage.removeItem(key)),
  };
}

export function noteDraft(account: string, words: DraftNote['words']): DraftNote {
  const [key, text] = [keyOf(account, words.id), JSON.stringify(words)];
  attempt((storage) => storage.setItem(key, text));
  return noteAt(key, text);
}

/** What earlier pages, or other tabs at this moment, have not brought to its end. */
export function notesOf(account: string): DraftNote[] {
  const keys = attempt((storage) => Object.keys(storage)) ?? [];
  return keys.flatMap((key) => {
    const text = key.startsWith(keyOf(account, '')) ? attempt((storage) => storage.getItem(key)) : null;
    return text ? (attempt(() => noteAt(key, text)) ?? []) : [];
  });
}

/** Goes with the draft itself. */
export const dropNote = (account: string, id: string): void =>
  attempt((storage) => storage.removeItem(keyOf(account, id)));
