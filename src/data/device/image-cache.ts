/** Images cached by the service worker; deleted first when the device is full. */
export const SEEN_CACHE = 'rangeday-seen-v1';

/** Pictures that range mode has saved. Its name begins like that of the other, so that a log-out and "Clear pictures" delete both. */
export const PACKED_CACHE = 'rangeday-seen-packed-v1';

/**
 * Deletes cached images, which can be loaded again, and nothing that the member wrote; those of range mode only if there are no others.
 * False if there were none.
 */
export async function makeRoom(): Promise<boolean> {
  try {
    return (await caches.delete(SEEN_CACHE)) || (await caches.delete(PACKED_CACHE));
  } catch {
    return false;
  }
}
