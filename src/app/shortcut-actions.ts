/** What sticks at the top of the sheet, and a little more: an entry that begins under it is not the one being read. */
const BARS_PX = 124;

const entries = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main article')];

/** The entry that has the focus; else the first that is not scrolled away. */
function currentEntry(all: readonly HTMLElement[]): HTMLElement | undefined {
  const focused = document.activeElement?.closest<HTMLElement>('main article');
  return focused ?? all.find((entry) => entry.getBoundingClientRect().bottom > BARS_PX);
}

/** The focus goes to the entry's own link where it has one, so that Enter opens it. */
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
  // The first j goes to what is being read, not past it.
  if (!isInEntry) return goTo(now);
  goTo(all[all.findIndex((entry) => entry === now) + step]);
}

/** Presses what the entry itself names for this key (`aria-keyshortcuts`). */
function press(key: string): void {
  const entry = currentEntry(entries());
  const control = (entry ?? document.querySelector('main'))?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  control?.focus({ preventScroll: true });
  control?.click();
}

/** `j`, `k`: next and previous entry. Other keys press the control that names them, in the entry being read. */
export function act(key: string): void {
  if (key === 'j') move(1);
  else if (key === 'k') move(-1);
  else press(key);
}
