/**
 * Notes whether this page is left far below its top. A reload or Back then restores that position, which a drawn page
 * does not reach: sw/drawn.js reads this before the app runs.
 */
export function notePlace(): void {
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem('rangeday-place', scrollY > innerHeight / 4 ? 'below' : 'top');
    } catch {
      // Without storage no page is drawn after a reload.
    }
  });
}
