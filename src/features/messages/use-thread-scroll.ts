import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** Within this distance from the end, in px, new messages keep the end in view. */
const NEAR_END = 80;

const INPUTS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * The page's scroll for a list that grows at both ends: it starts at the end of the element, follows new messages there, and does not move when
 * older ones are added above. Returns a function that scrolls to the end.
 */
export function useThreadScroll(ref: RefObject<HTMLElement | null>, firstKey: string | null): () => void {
  const isAtEnd = useRef(true);
  const first = useRef<string | null>(null);
  const height = useRef(0);

  const toEnd = useCallback(() => {
    const bottom = ref.current?.getBoundingClientRect().bottom;
    if (bottom !== undefined) scrollTo({ top: bottom + scrollY - innerHeight, behavior: 'instant' });
  }, [ref]);

  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    if (isAtEnd.current) toEnd();
    else if (first.current !== null && first.current !== firstKey) {
      scrollBy({ top: element.offsetHeight - height.current, behavior: 'instant' });
    }
    first.current = firstKey;
    height.current = element.offsetHeight;
  });

  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const ended = new AbortController();
    const options = { passive: true, signal: ended.signal };
    // The router moves the page to the top, or to where it was left, some time after the first frame.
    let isTouched = false;
    for (const input of INPUTS) {
      addEventListener(input, () => (isTouched = true), { ...options, capture: true, once: true });
    }
    const onScroll = () => {
      if (!isTouched) return toEnd();
      isAtEnd.current = element.getBoundingClientRect().bottom - innerHeight < NEAR_END;
    };
    addEventListener('scroll', onScroll, options);
    // Late fonts, a taller field, a keyboard.
    const sizes = new ResizeObserver(() => {
      height.current = element.offsetHeight;
      if (isAtEnd.current) toEnd();
    });
    sizes.observe(element);
    addEventListener('resize', () => isAtEnd.current && toEnd(), options);
    return () => {
      ended.abort();
      sizes.disconnect();
    };
  }, [ref, toEnd]);

  return () => {
    isAtEnd.current = true;
    toEnd();
  };
}
