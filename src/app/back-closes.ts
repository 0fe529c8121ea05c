import type { AppRouter } from './router.tsx';
import { modalStore } from '#ui/modals.ts';

/** Lets Back close the topmost menu, sheet or dialog first. Only Chromium on Android does that itself. */
export function letBackClose(router: AppRouter): void {
  router.history.block({
    enableBeforeUnload: false,
    blockerFn: ({ action }) => action === 'BACK' && closeTopmost(),
  });
}

/** False if nothing is open. */
function closeTopmost(): boolean {
  const menu = [...document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')].at(-1);
  const dialog = modalStore.get().at(-1);
  // A menu is above all dialogs, except those that it opened: hidden with it they would still block the page.
  if (menu && !(dialog && menu.contains(dialog))) {
    menu.hidePopover();
    return true;
  }
  // The viewer of pictures is an entry of the history, so that Back leaves it anyway.
  if (dialog?.hasAttribute('data-in-history')) return false;
  const topmost = dialog ?? [...document.querySelectorAll('[data-back-closes]')].at(-1);
  topmost?.dispatchEvent(new Event('cancel', { cancelable: true }));
  return topmost !== undefined;
}
