/** Notes whether the page is left far below its top, where a drawn page does not reach (sw/drawn.js reads it). */
export function notePlace(): void {
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem('rangeday-place', scrollY > innerHeight / 4 ? 'below' : 'top');
    } catch {
      // Without storage no page is drawn after a reload.
    }
  });
}
