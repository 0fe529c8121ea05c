/** Images that were seen, kept by the service worker: the first to go when the device is full. */
export const SEEN_CACHE = 'rangeday-seen-v1';
