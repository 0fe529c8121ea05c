import type { AppRouter } from './router.tsx';
import { modalStore } from '#ui/modals.ts';

/**
 * Back closes the topmost menu, sheet or dialog before it leaves the page. Chromium on Android does that itself; other browsers, and
 * Back buttons outside of Android, would leave the page with the sheet open.
 */
export function letBackClose(router: AppRouter): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }) => action === 'BACK' && closeTopmost(),
  });
}

/** False if nothing is open. */
function closeTopmost(): boolean {
  const menu = [...document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')].at(-1);
  if (menu) {
    menu.hidePopover();
    return true;
  }
  const dialog = modalStore.get().at(-1);
  // The viewer of pictures is an entry of the history, so that Back leaves it anyway.
  if (!dialog || dialog.hasAttribute('data-in-history')) return false;
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  return true;
}
