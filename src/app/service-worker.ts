import { shellCopy } from '#copy/shell.ts';
import { toast } from '#ui/toast-store.ts';

/**
 * Registers the worker; not before the first screen is complete, since it fetches the whole app, and on a slow line that would come
 * first. A new version waits until the member says so: replacing it under an open tab would break the tab's lazy routes.
 */
export function registerServiceWorker(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void register();
}

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  try {
    // `none`: the browser's HTTP cache must never hand out an old worker.
    const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
    if (registration.waiting && serviceWorker.controller) offerUpdate(registration);
    registration.addEventListener('updatefound', () => {
      const worker = registration.installing;
      worker?.addEventListener('statechange', () => {
        if (worker.state === 'installed' && serviceWorker.controller) offerUpdate(registration);
      });
    });
    // An installed app may stay open for days: look again when it comes back to the front.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => {});
    });
  } catch {
    // Private windows and blocked storage refuse workers; the app then works as a plain page.
  }
}

function offerUpdate(registration: ServiceWorkerRegistration): void {
  toast(shellCopy.updateReady, {
    action: {
      label: shellCopy.reload,
      run: () => {
        // Only the tab that agreed reloads by itself, and only once.
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
        registration.waiting?.postMessage({ type: 'SKIP_WAITING' });
      },
    },
  });
}
