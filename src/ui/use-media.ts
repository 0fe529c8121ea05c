import { useSyncExternalStore } from 'react';

/** Whether a media query matches; renders again when that changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** §9: the breakpoint between phones and everything else. */
export const WIDE = '(min-width: 768px)';
