/*
 * Where lists were left, by entry of the history: the items on screen and not pixels, because after a reload heights are estimates and the first
 * items are few. In the state of the entry that a reload opens again, so that it, and Back after it, find the same item at the same place.
 */

/** The keys of the items on screen and their px from the top of the window. */
type Shown = readonly (readonly [key: string, y: number])[];

const MOST_ENTRIES = 50;
/** The item may come with an older page, over a slow connection. */
const SEARCH_MS = 15_000;
/** Rows and pictures above it may still change. */
const HOLD_MS = 3000;

/** Also of the entries before and after this one, which a new document cannot ask. */
interface EntryState {
  __TSR_key?: string;
  listPlaces?: [string, Shown][];
}

// Cast: the state of the router, with ours.
const entryState = (): EntryState => (history.state as EntryState | null) ?? {};

const places = new Map(entryState().listPlaces);
/** Of the lists on screen. */
const notes = new Set<() => void>();
addEventListener('pagehide', () => {
  for (const note of notes) note();
  // Not `history.replaceState`, by which the router is told of a navigation.
  History.prototype.replaceState.call(
    history,
    { ...entryState(), listPlaces: [...places].slice(-MOST_ENTRIES) } satisfies EntryState,
    '',
  );
});

/** The router's key of this entry, which also lasts over a reload. */
const entryKey = (): string => entryState().__TSR_key ?? '';

/** The reader has moved on. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Follows the place of one list, until `end`. `shown`: what is on screen now; nothing near the top, where a page starts with its newest items.
 * `isNew`: its heights are unknown, so the position in px is that of other items.
 */
export function followPlace(list: string, isNew: boolean, shown: () => Shown) {
  const key = `${entryKey()} ${list}`;
  const wanted = (isNew && places.get(key)) || [];
  const note = () => {
    const items = shown();
    places.delete(key);
    if (items.length > 0) places.set(key, items);
  };
  notes.add(note);
  let until = wanted.length > 0 ? performance.now() + SEARCH_MS : 0;
  let isFound = false;
  const stop = () => {
    until = 0;
    for (const type of MOVES) removeEventListener(type, stop, { capture: true });
  };
  if (until > 0) for (const type of MOVES) addEventListener(type, stop, { capture: true, passive: true });

  return {
    /** False when nothing is to be restored any more. */
    isSearching(): boolean {
      if (until > 0 && performance.now() > until) stop();
      return until > 0;
    },
    /** Scrolls so that the first of the items that were on screen is where it was. `startOf`: px from the top of the page. False: none is here yet. */
    restore(startOf: (key: string) => number | undefined): boolean {
      for (const [item, y] of wanted) {
        const start = startOf(item);
        if (start === undefined) continue;
        if (!isFound) until = Math.min(until, performance.now() + HOLD_MS);
        isFound = true;
        if (Math.abs(start - y - scrollY) >= 1) scrollTo({ top: start - y, behavior: 'instant' });
        return true;
      }
      return false;
    },
    end() {
      note();
      notes.delete(note);
      stop();
    },
  };
}
