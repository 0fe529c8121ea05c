import { askWorker, followStoring, noteApp } from '#data/device/stored-app.ts';
import { backoffMs } from '#lib/backoff.ts';
import { updateStore, updatingStore } from './update-store.ts';

const LOOK_EVERY_MS = 3_600_000;
const PAUSES = { baseMs: 5_000, maxMs: 300_000 };

/**
 * Registers the service worker after the first screen, with which its download would compete. A new version waits for
 * consent: replacing it would break the lazy routes of open tabs.
 */
export function registerServiceWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) watchWorkers(navigator.serviceWorker);
  else noteApp('none');
}

function watchWorkers(serviceWorker: ServiceWorkerContainer): void {
  // All tabs reload together, because the new worker deletes the old chunks. Drafts and queue are stored at each
  // change.
  let isControlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (isControlled) location.reload();
    // The first worker of this browser has taken over a page that came from the network, as did its pictures.
    isControlled = true;
    const seen = performance.getEntriesByType('resource').map(({ name }) => name);
    serviceWorker.controller?.postMessage({ type: 'KEEP_SEEN', seen });
  });
  followStoring();
  let [failures, looks, timer] = [0, 0, 0];
  let running: Promise<void> | undefined;
  const look = () => {
    clearTimeout(timer);
    running ??= attempt().finally(() => (running = undefined));
  };
  // What an attempt has stored counts: the next one loads the rest.
  const attempt = async () => {
    try {
      await install(serviceWorker, (looks += 1) > 1);
      failures = 0;
    } catch (error) {
      // Private windows and blocked storage. The app then works as a plain page.
      if (/Security|NotSupported|InvalidState/.test((error as Error).name)) return noteApp('none');
      noteApp('waiting');
      failures += 1;
      timer = window.setTimeout(look, backoffMs(failures, PAUSES));
    }
  };
  look();
  addEventListener('online', look);
  // An installed app may stay open for days: check again when it becomes visible, and while it is.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  setInterval(look, LOOK_EVERY_MS);
  // A part that is not installed may be gone because of a newer version, which then offers itself.
  addEventListener('vite:preloadError', look);
}

/** A failed first installation removes its registration, and the next attempt has another one. */
const watched = new WeakSet<ServiceWorkerRegistration>();

/** Rejects if no complete version results, or none newer than the server's. `asksServer`: even if one is installed. */
async function install(serviceWorker: ServiceWorkerContainer, asksServer: boolean): Promise<void> {
  // The HTTP cache must never serve an old sw.js; the code that it imports has hashes in its names.
  const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'imports' });
  if (!watched.has(registration)) watch(registration, serviceWorker);
  if (registration.active && asksServer) await Promise.all([askWorker(), registration.update()]);
  const { installing } = registration;
  if (!installing) return;
  await whenInstalled(installing);
  await askWorker();
}

function watch(registration: ServiceWorkerRegistration, serviceWorker: ServiceWorkerContainer): void {
  watched.add(registration);
  if (registration.waiting && serviceWorker.controller) offerUpdate(registration);
  const follow = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && serviceWorker.controller) offerUpdate(registration);
    });
  };
  registration.addEventListener('updatefound', follow);
  // Found before the line above ran, by another tab or by the browser.
  follow();
}

/** Resolves when the worker has stored its version (the first activates, later ones wait). Rejects if it failed. */
const whenInstalled = (worker: ServiceWorker): Promise<void> =>
  new Promise((resolve, reject) => {
    const check = () => {
      if (worker.state === 'redundant') reject(new Error('The app was not stored as a whole.'));
      else if (worker.state === 'activated' || (worker.state === 'installed' && navigator.serviceWorker.controller))
        resolve();
    };
    worker.addEventListener('statechange', check);
    check();
  });

function offerUpdate(registration: ServiceWorkerRegistration): void {
  // A version that was only partly uploaded to the host may fail; the complete one needs no second consent.
  if (updatingStore.get()) replaceVersion(registration);
  else updateStore.set(() => replaceVersion(registration));
}

function replaceVersion({ waiting }: ServiceWorkerRegistration): void {
  updatingStore.set(true);
  if (waiting) waiting.postMessage({ type: 'SKIP_WAITING' });
  // The browser has discarded it.
  else location.reload();
}
