/** Height of the sticky bar plus a margin: an entry that begins under it is not the one being read. */
const BARS_PX = 124;

/** Not those of the feed behind an opened post. */
const entries = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('main article')].filter((entry) => entry.checkVisibility());

/** The focused entry, otherwise the first one that is not scrolled away. */
function currentEntry(all: readonly HTMLElement[]): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('main article');
  return focused ?? all.find((entry) => entry.getBoundingClientRect().bottom > BARS_PX);
}

/** Focuses the entry's own link where it has one, so that Enter opens it. */
function goTo(entry: HTMLElement | undefined): void {
  if (!entry) return;
  const target = entry.querySelector<HTMLElement>(':is(h1, h2) a') ?? entry;
  if (target === entry) entry.tabIndex = -1;
  target.focus({ preventScroll: true });
  entry.scrollIntoView({ block: 'start' });
}

function move(step: 1 | -1): void {
  const all = entries();
  const isInEntry = document.activeElement?.closest('main article') != null;
  const now = currentEntry(all);
  // The first j moves to the entry being read, not past it.
  if (!isInEntry) return goTo(now);
  goTo(all[all.findIndex((entry) => entry === now) + step]);
}

/** Clicks the entry's control that declares this key (`aria-keyshortcuts`). */
function press(key: string): void {
  const entry = currentEntry(entries());
  const control = (entry ?? document.querySelector('main'))?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  control?.focus({ preventScroll: true });
  control?.click();
}

/** `j`, `k`: next and previous entry. Other keys click the control that declares them in the current entry. */
export function act(key: string): void {
  if (key === 'j') move(1);
  else if (key === 'k') move(-1);
  else press(key);
}
