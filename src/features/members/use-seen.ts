import { useEffect, useEffectEvent, type RefObject } from 'react';

/** What is on screen of a virtualized list: its rendered lines, and the first one below the bars. */
export interface Seen {
  rendered: readonly number[];
  top: number;
}

/** After the last scroll event, in ms: a list that flies by loads nothing. */
const REST_MS = 120;

const linesOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-index]')];
const indexOf = (line: HTMLElement) => Number(line.dataset['index']);

/** Px from the top of the window to the first line that the bars do not cover. */
export const barsEnd = (list: HTMLElement): number =>
  Number.parseFloat(getComputedStyle(list).scrollMarginBlockStart) || 0;

function see(list: HTMLElement): Seen {
  const lines = linesOf(list).toSorted((one, other) => indexOf(one) - indexOf(other));
  const end = barsEnd(list);
  const top = lines.find((line) => line.getBoundingClientRect().bottom > end + 1);
  return { rendered: lines.map(indexOf), top: top ? indexOf(top) : 0 };
}

/** Reports what is on screen: `onMove` per scroll frame, `onRest` when it stops, both after new `lines`. */
export function useSeen(
  listRef: RefObject<HTMLElement | null>,
  lines: unknown,
  handlers: { onMove: (seen: Seen) => void; onRest: (seen: Seen) => void },
): void {
  const move = useEffectEvent(() => listRef.current && handlers.onMove(see(listRef.current)));
  const rest = useEffectEvent(() => listRef.current && handlers.onRest(see(listRef.current)));
  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => move());
      clearTimeout(timer);
      timer = setTimeout(() => rest(), REST_MS);
    };
    onScroll();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [lines]);
}

/** A line that is never rendered, such as on a first visit that went offline, ends a jump after so many frames. */
const MOST_FRAMES = 300;

const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - 1;

/**
 * Scrolls to a line that may not be rendered: first near it, by the mean height of all lines, then to it, or as near as
 * the end of the page allows.
 * @param signal ends it: two jumps at once would each scroll back what the other one scrolled
 */
export function scrollToLine(list: HTMLElement, index: number, count: number, signal: AbortSignal): void {
  let frames = 0;
  const step = () => {
    if (signal.aborted || frames++ > MOST_FRAMES) return;
    const line = list.querySelector<HTMLElement>(`[data-index="${index}"]`);
    const { top, height } = list.getBoundingClientRect();
    const at = line ? line.getBoundingClientRect().top : top + (height * index) / Math.max(count, 1);
    const away = at - barsEnd(list);
    if (line && (Math.abs(away) < 1 || (away > 0 && isAtEnd()))) return;
    scrollBy({ top: away, behavior: 'instant' });
    requestAnimationFrame(step);
  };
  step();
}
