import { updateStore, updatingStore } from './update-store.ts';

const LOOK_EVERY_MS = 3_600_000;

/**
 * Registers the service worker after the first screen is complete, because it downloads the whole app and would compete with it on
 * a slow line. A new version waits for the member's consent: replacing it under an open tab would break that tab's lazy routes.
 */
export function registerServiceWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void register();
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  // All tabs reload together, because the new worker deletes the chunks of the old version. Drafts and queue are stored at each change.
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) location.reload();
    // The first worker of this browser has taken over a page that came from the network.
    isControlled = true;
  });
  try {
    // `none`: the browser's HTTP cache must never serve an old worker.
    const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    if (registration.waiting && serviceWorker.controller) offerUpdate(registration);
    const watch = () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && serviceWorker.controller) offerUpdate(registration);
      });
    };
    registration.addEventListener('updatefound', watch);
    // Found before the line above ran, by another tab or by the browser.
    watch();
    const look = () => void registration.update().catch(() => {});
    // An installed app may stay open for days: check again when it becomes visible, and while it is.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') look();
    });
    setInterval(look, LOOK_EVERY_MS);
    // A part that is not installed may be gone because of a newer version, which then offers itself.
    addEventListener('vite:preloadError', look);
  } catch {
    // Private windows and blocked storage reject service workers; the app then works as a plain page.
  }
}

function offerUpdate(registration: ServiceWorkerRegistration): void {
  // A version that was uploaded in parts to the host may not answer; the complete one follows it and needs no second consent.
  if (updatingStore.get()) replaceVersion(registration);
  else updateStore.set(() => replaceVersion(registration));
}

function replaceVersion({ waiting }: ServiceWorkerRegistration): void {
  updatingStore.set(true);
  if (waiting) waiting.postMessage({ type: 'SKIP_WAITING' });
  // The browser has discarded it.
  else location.reload();
}
