import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { followPlace, onScreen } from '#ui/list-places.ts';

/** Within this distance from the end, in px, new messages keep the end in view. */
const NEAR_END = 80;

const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Distances of the rendered runs from the top of the page, in px. */
const placesIn = (element: HTMLElement): Map<string, number> =>
  new Map(
    [...element.querySelectorAll<HTMLElement>('li[data-key]')].map((run) => [
      run.dataset['key'] ?? '',
      run.getBoundingClientRect().top + scrollY,
    ]),
  );

/**
 * The page's scroll for a list that changes at both ends: it starts at the end of the element, follows new messages
 * there, and does not move when messages are added or removed outside of the screen.
 * @param shown a name of the rendered messages
 * @param isNewest the end of the element is the end of the thread
 * @returns a function that scrolls to the end, and whether the end was on screen before the last change
 */
export function useThreadScroll(
  ref: RefObject<HTMLElement | null>,
  shown: string,
  isNewest: boolean,
): { toEnd: () => void; isAtEnd: RefObject<boolean> } {
  const isAtEnd = useRef(true);
  const places = useRef(new Map<string, number>());
  /** Of the last scroll event: a shorter page changes scrollY before it can be read. */
  const top = useRef(0);
  const newest = useRef(isNewest);
  /** The router moves the page to the top, or to where it was left, some time after the first frame. */
  const isTouched = useRef(false);
  const place = useRef<ReturnType<typeof followPlace>>(undefined);

  useLayoutEffect(() => {
    const followed = followPlace('thread', () =>
      isAtEnd.current ? [] : onScreen([...places.current].map(([key, start]) => [key, start - top.current])),
    );
    place.current = followed;
    return () => followed.end();
  }, []);

  const follow = useCallback(() => {
    const bottom = ref.current?.getBoundingClientRect().bottom;
    if (bottom !== undefined) scrollTo({ top: bottom + scrollY - innerHeight, behavior: 'instant' });
    top.current = scrollY;
  }, [ref]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    newest.current = isNewest;
    const before = places.current;
    places.current = placesIn(element);
    // A page from before the app was at its end, unless the member has scrolled it meanwhile.
    if (globalThis.rangedayDrawn && element.getBoundingClientRect().bottom - innerHeight >= NEAR_END) {
      isTouched.current = true;
      isAtEnd.current = false;
    }
    // Reloaded, or returned to: the run that was read is where it was.
    if (place.current?.isSearching() && place.current.restore((key) => places.current.get(key))) {
      isTouched.current = true;
      isAtEnd.current = false;
      top.current = scrollY;
      return;
    }
    if (isAtEnd.current && isNewest) return follow();
    // What is at the top of the screen stays there.
    for (const [key, place] of places.current) {
      const was = before.get(key);
      if (was === undefined || was < top.current) continue;
      if (place !== was) scrollTo({ top: top.current + place - was, behavior: 'instant' });
      top.current = scrollY;
      return;
    }
  }, [ref, shown, isNewest, follow]);

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const ended = new AbortController();
    const options = { passive: true, signal: ended.signal };
    for (const input of INPUTS) {
      addEventListener(input, () => (isTouched.current = true), { ...options, capture: true, once: true });
    }
    const onScroll = () => {
      if (!isTouched.current) return follow();
      top.current = scrollY;
      isAtEnd.current = newest.current && element.getBoundingClientRect().bottom - innerHeight < NEAR_END;
    };
    addEventListener('scroll', onScroll, options);
    // Late fonts, a taller field, a keyboard, new messages.
    const sizes = new ResizeObserver(() => {
      places.current = placesIn(element);
      if (isAtEnd.current && newest.current) follow();
    });
    sizes.observe(element);
    // Also what is above it: the bar is higher while the connection's status has two lines.
    if (element.parentElement) sizes.observe(element.parentElement);
    addEventListener('resize', () => isAtEnd.current && newest.current && follow(), options);
    return () => {
      ended.abort();
      sizes.disconnect();
    };
  }, [ref, follow]);

  const toEnd = () => {
    isAtEnd.current = true;
    if (newest.current) follow();
  };
  return { toEnd, isAtEnd };
}
