export interface StoredApp {
  /** Bytes, before compression, of `total`. */
  readonly stored: number;
  readonly total: number;
  /** full: the device has no room for the rest; waiting: it could not be loaded. */
  readonly problem: 'full' | 'waiting' | null;
}

/** The channel on which the service worker posts a `StoredApp` while it stores the app. */
export const APP_CHANNEL = 'rangeday-app-files';

/** Asks a service worker, with a port, for its `StoredApp`. Files that the browser has deleted are loaded again. */
export const APP_QUESTION = 'STORED_APP';
