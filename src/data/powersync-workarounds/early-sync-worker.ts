/*
 * Works around: PowerSync starts the worker that syncs only once its file is open, so a log-in waits for one after the
 * other (0.3 s on a phone). Can be deleted when PowerSync starts both together.
 */

/** Starts this file's sync worker with the address and the name by which PowerSync asks for it later. */
export function startSyncWorker(url: string | URL, { name, type }: WorkerOptions = {}): void {
  // Chrome on Android has none: PowerSync syncs in the page.
  if (typeof SharedWorker !== 'undefined') new SharedWorker(url, { name: `shared-${name}`, type: type ?? 'classic' });
}
