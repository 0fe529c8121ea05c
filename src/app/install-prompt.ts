import { createStore, type Store } from '#lib/store.ts';

/** Chromium's install prompt event; missing in the DOM types because it is not standardised. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offer = createStore<InstallEvent | null>(null);
const installed = createStore(false);

/** The browser's install prompt event, while it is valid. */
export const installOffer: Store<Event | null> = offer;
/** True in the installed app, and after it was installed from this page. */
export const installedStore: Store<boolean> = installed;

/** The event fires once and early, so the listener is added at start. The browser's own bar is suppressed; the install page has a button. */
export function watchInstallOffer(): void {
  installed.set(matchMedia('(display-mode: standalone)').matches);
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    // The event's name determines its type.
    offer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => {
    offer.set(null);
    installed.set(true);
  });
}

/** Shows the browser's install dialog. An event can prompt only once. */
export async function promptInstall(): Promise<void> {
  const event = offer.get();
  offer.set(null);
  await event?.prompt();
}
