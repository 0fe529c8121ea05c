import { createStore, type Store } from '#lib/store.ts';

/** Chromium's offer to install; not in the DOM library, since no standard has it. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<InstallEvent | null>(null);
const installed = createStore(false);

/** The browser's offer to install, while it stands. */
export const installOffer: Store<Event | null> = offer;
/** This is the installed app, or it has just been installed from here. */
export const installedStore: Store<boolean> = installed;

/** The offer comes once and early: whoever listens later has missed it. The browser's own bar is held back, the install page has a button. */
export function watchInstallOffer(): void {
  installed.set(matchMedia('(display-mode: standalone)').matches);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // The event's name says its shape.
    offer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => {
    offer.set(null);
    installed.set(true);
  });
}

/** Shows the browser's own dialog. An offer is good for one asking. */
export async function promptInstall(): Promise<void> {
  const event = offer.get();
  offer.set(null);
  await event?.prompt();
}
