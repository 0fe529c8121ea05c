import { useEffect, type RefObject } from 'react';

/**
 * Sets `--keyboard` on the element to the height in px that an on-screen keyboard covers at the bottom. iOS keeps the layout and
 * overlays the keyboard; where the layout shrinks automatically this is 0.
 */
export function useKeyboardInset(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = visualViewport;
    if (!view) return;
    const measure = () => {
      // When the page is zoomed, the same difference is not a keyboard.
      const covered = view.scale > 1.01 ? 0 : Math.max(0, innerHeight - view.height - view.offsetTop);
      ref.current?.style.setProperty('--keyboard', `${Math.round(covered)}px`);
    };
    measure();
    view.addEventListener('resize', measure);
    view.addEventListener('scroll', measure);
    return () => {
      view.removeEventListener('resize', measure);
      view.removeEventListener('scroll', measure);
    };
  }, [ref]);
}
