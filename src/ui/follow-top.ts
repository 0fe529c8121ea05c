import { isBelow } from './is-below.ts';

/** Px from the top of the page. */
export const topOf = (list: HTMLElement) => Math.round(list.getBoundingClientRect().top + scrollY);

/** Calls `onTop` with the list's px from the page's top, now and when it changes, before paint. @returns ends it */
export function followTop(list: HTMLElement, onTop: (top: number) => void): () => void {
  let before = topOf(list);
  onTop(before);
  return watchAbove(list, () => {
    const after = topOf(list);
    if (after === before || isBelow(list)) return;
    // The list began above the window.
    if (before < scrollY) scrollBy({ top: after - before, behavior: 'instant' });
    before = after;
    onTop(after);
  });
}

/**
 * Calls `onChange` when an element before `list` in the page appears, goes or changes its height, before that is
 * painted. An observer of the page's own height would also fire for the list's, while that measures its items.
 *
 * @returns the function that stops it
 */
function watchAbove(list: Element, onChange: () => void): () => void {
  const heights = new ResizeObserver(onChange);
  const observe = () => {
    heights.disconnect();
    for (const part of partsAround(list))
      for (let before = part.previousElementSibling; before; before = before.previousElementSibling)
        heights.observe(before);
  };
  const children = new MutationObserver(() => {
    observe();
    onChange();
  });
  observe();
  for (const { parentElement } of partsAround(list))
    if (parentElement) children.observe(parentElement, { childList: true });
  return () => {
    heights.disconnect();
    children.disconnect();
  };
}

/** The list and what contains it, below the page's body. */
function* partsAround(list: Element) {
  for (let part = list; part.parentElement && part !== document.body; part = part.parentElement) yield part;
}
