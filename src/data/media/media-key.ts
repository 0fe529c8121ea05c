/* What page and service worker must name alike. */

/** The key in `kv.ts` that is set while an account has files to upload: without it their database is not opened. */
export const mediaKey = (account: string): string => `media:${account}`;
/** The key in `kv.ts` that is true while files are sent only on Wi-Fi. */
export const filesDeferredKey = (account: string): string => `media-held:${account}`;
export const mediaDatabase = (account: string): string => `rangeday-media-${account}`;
/** Locks: one sender at a time, page or worker. */
export const mediaLock = (account: string): string => `rangeday-media:${account}`;
export const reportsLock = (account: string): string => `rangeday-reports:${account}`;
