/** Where each repeated Enter is a line. */
const LINES = 'textarea, [contenteditable]';

/**
 * Lets Enter act once for each press: a button that opens a dialog or a menu would also press what has the focus in it.
 */
export function letEnterActOnce(): void {
  addEventListener(
    'keydown',
    (event) => {
      if (!event.repeat || event.key !== 'Enter') return;
      if (event.target instanceof Element && event.target.closest(LINES)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
