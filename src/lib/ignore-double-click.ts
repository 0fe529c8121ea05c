/** Longer than any system's double-click interval. */
const DOUBLE_CLICK_MS = 1000;

/** Call when a click replaces the page: the second click of a double click must not hit the new page. */
export function ignoreDoubleClick(): void {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', ignore, { capture: true });
  setTimeout(() => removeEventListener('click', ignore, { capture: true }), DOUBLE_CLICK_MS);
}
