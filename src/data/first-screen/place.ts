/** Far enough for a place to be kept. */
export const isBelowTop = (): boolean => scrollY > innerHeight / 4;

/**
 * Notes how far below its top this page is left, in px. A reload or Back then restores that position: sw/drawn.js reads
 * this before the app runs.
 */
export function notePlace(): void {
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem('rangeday-place', String(isBelowTop() ? scrollY : 0));
    } catch {
      // Without storage no page is drawn after a reload.
    }
  });
}
