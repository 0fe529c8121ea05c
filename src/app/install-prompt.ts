import { createStore } from '#lib/store.ts';

/** Chromium's install prompt event; missing in the DOM types because it is not standardised. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** The browser's install prompt event, while it is valid. */
export const installOffer = createStore<InstallEvent | null>(null);
/** True in the installed app, and after it was installed from this page. */
export const installedStore = createStore(false);

/** The event fires once and early. The browser's own bar is suppressed, because the install page has a button. */
export function watchInstallOffer(): void {
  installedStore.set(matchMedia('(display-mode: standalone)').matches);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // The event's name determines its type.
    installOffer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => {
    installOffer.set(null);
    installedStore.set(true);
  });
}
