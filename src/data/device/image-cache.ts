/** Images that were seen, kept by the service worker: the first to go when the device is full. */
export const SEEN_CACHE = 'rangeday-seen-v1';

/** Makes room: pictures can be had again. What the member wrote is never touched. False when there was nothing to give. */
export async function makeRoom(): Promise<boolean> {
  try {
    return await caches.delete(SEEN_CACHE);
  } catch {
    return false;
  }
}
