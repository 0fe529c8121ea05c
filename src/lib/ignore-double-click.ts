/** Longer than any system's double-click interval. */
const DOUBLE_CLICK_MS = 1000;

/**
 * Call when a click replaces the page: its second click, if it was a double click, must not open what is drawn under
 * the pointer.
 */
export function ignoreDoubleClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', ignore, { capture: true });
  setTimeout(() => removeEventListener('click', ignore, { capture: true }), DOUBLE_CLICK_MS);
}
