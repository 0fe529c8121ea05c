/** Images cached by the service worker; deleted first when the device is full. */
export const SEEN_CACHE = 'rangeday-seen-v1';

/** Deletes cached images, which can be loaded again, and nothing that the member wrote. False if there were none. */
export async function makeRoom(): Promise<boolean> {
  try {
    return await caches.delete(SEEN_CACHE);
  } catch {
    return false;
  }
}
