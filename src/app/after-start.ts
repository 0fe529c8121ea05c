import { keepFirstScreen } from './keep-page.ts';
import type { AppRouter } from './router.tsx';

/** What the first screen does not need and the next one does: called after the first paint. */
export function afterStart(router: AppRouter): void {
  keepFirstScreen(router);
  // A tap on an entry must not wait for the code of its page. After the installation, which downloads it anyway.
  const load = () => void router.loadRouteChunk(router.routesById['/posts/$postId'])?.catch(() => {});
  // Safari has no idle callbacks.
  void navigator.serviceWorker?.ready.then(() => (globalThis.requestIdleCallback ?? setTimeout)(load));
}
