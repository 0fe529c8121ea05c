import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is on screen, or above it. True until that is known. */
export function useIsShown(ref: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setShown(entry.isIntersecting || entry.boundingClientRect.top < 0);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isShown;
}
