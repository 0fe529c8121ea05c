import { within } from '#lib/within.ts';

/** Storage that is silent has refused nothing. */
const PROBE_MS = 1000;

/**
 * Whether this browser refuses files of OPFS, as a private window of Firefox does. The rest of its storage works there,
 * and is deleted with the window.
 */
export const refusesFiles = (): Promise<boolean> =>
  globalThis.navigator?.storage?.getDirectory?.().then(
    () => false,
    (error: DOMException) => error.name === 'SecurityError',
  ) ?? Promise.resolve(false);

/** Whether the database has to be in IndexedDB, as far as can be told in a second. */
export const isWithoutFiles = async (): Promise<boolean> =>
  !globalThis.navigator?.storage?.getDirectory || (await within(PROBE_MS, refusesFiles(), false));
