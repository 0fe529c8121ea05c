/*
 * Where lists were left, by entry of the history: the items on screen and not pixels, because items may have come above
 * them, and after a reload heights are estimates and the first items are few. In this tab's storage, so that Back and a
 * reload find the same item at the same place. Near the top of a page, and where no item is left, the router's pixels
 * hold.
 */

/** The keys of the items on screen and their px from the top of the window. */
export type Shown = readonly (readonly [key: string, y: number])[];

const STORED = 'rangeday-list-places';
const MOST_ENTRIES = 50;
/** Items by which a place is noted: the first may be an ad, which comes and goes. */
const MOST_SHOWN = 4;
/** The item may come with an older page, over a slow connection. */
const SEARCH_MS = 15_000;
/** Rows and pictures above it may still change. */
const HOLD_MS = 3000;

function read(): Map<string, Shown> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, Shown][]);
  } catch {
    return new Map();
  }
}

const places = read();
/** Of the lists on screen. */
const followed = new Map<string, { shown: () => Shown; note: () => void }>();
const store = () => {
  for (const { note } of followed.values()) note();
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-MOST_ENTRIES)));
  } catch {
    // Without storage the page starts where the browser leaves it.
  }
};

/** What is on screen now, by the name of the list. sw/drawn.js stores it in the tab that continues this one. */
export const shownNow = (): [list: string, shown: Shown][] =>
  [...followed].map(([list, { shown }]) => [list, shown()] as [string, Shown]).filter(([, shown]) => shown.length > 0);

/** The router's key of this entry, which also lasts over a reload. */
export const entryKey = (): string => (history.state as { __TSR_key?: string } | null)?.__TSR_key ?? '';

/** The reader has moved on. */
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Those that begin on screen, and after them the last one above: a post with a picture may fill the screen. */
export function onScreen(items: Shown): Shown {
  const inside = items.filter(([, y]) => y >= 0 && y < innerHeight).slice(0, MOST_SHOWN);
  const above = items.findLast(([, y]) => y < 0);
  return above ? [...inside, above] : inside;
}

/**
 * Follows the place of one list, until `end`. `shown`: what is on screen now; nothing near the top, where a page starts
 * with its newest items. `goal`: a place to go to instead of the one that was left.
 */
export function followPlace(list: string, shown: () => Shown, entry = entryKey(), goal?: Shown) {
  const key = `${entry} ${list}`;
  const wanted = goal ?? places.get(key) ?? [];
  const note = () => {
    const items = shown();
    places.delete(key);
    if (items.length > 0) places.set(key, items);
  };
  const noted = { shown, note };
  followed.set(list, noted);
  // The same function: it is added once.
  addEventListener('pagehide', store);
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
    /** Scrolls to the first noted item. `startOf`: px from the top of the page. False: none is here yet. */
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
      // The next page may have its list already.
      if (followed.get(list) === noted) followed.delete(list);
      stop();
    },
  };
}
