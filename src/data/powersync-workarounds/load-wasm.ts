import { loadPatiently } from '../device/app-files.ts';

/**
 * Loads SQLite's file, the largest of the app. Until the app is installed, a bad line may not deliver it in one piece;
 * the parts that arrive are stored and are also those that the service worker needs. Later the service worker answers,
 * and the browser keeps the code compiled. scripts/build/whole-wasm.ts puts it into the database worker.
 */
export async function loadWasm(url: string): Promise<Response> {
  // None on a plain http address.
  const isInstalled = !globalThis.caches || (await caches.match(url).catch(() => undefined)) !== undefined;
  return isInstalled ? fetch(url, { credentials: 'same-origin' }) : loadPatiently(url, { hasParts: true });
}
