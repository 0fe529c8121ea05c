import { isQuotaError } from './storage-errors.ts';

/** Images cached by the service worker; deleted first when the device is full. */
export const SEEN_CACHE = 'rangeday-seen-v1';

/** Pictures saved by range mode. The common prefix lets a log-out and "Clear pictures" delete both caches. */
export const PACKED_CACHE = 'rangeday-seen-packed-v1';

/** Pictures of packed tags. */
export const TAGS_CACHE = 'rangeday-seen-tags-v1';

export const SAVED_CACHE = 'rangeday-seen-saved-v1';

/** All caches with pictures; the one that is deleted first comes first. */
export const IMAGE_CACHES: readonly string[] = [SEEN_CACHE, SAVED_CACHE, TAGS_CACHE, PACKED_CACHE];

/** Deletes cached images; those of saved posts and range mode only if there are no others. False if there were none. */
export async function makeRoom(): Promise<boolean> {
  try {
    for (const name of IMAGE_CACHES) if (await caches.delete(name)) return true;
    return false;
  } catch {
    return false;
  }
}

/** The same after a write that failed, if the device is full. True: it may succeed now. */
export const makeRoomAfter = async (error: unknown): Promise<boolean> => isQuotaError(error) && makeRoom();
