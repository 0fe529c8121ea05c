import { isHolding } from '#features/sync/is-holding.ts';
import { useStatus } from '#features/sync/queries.ts';
import { isOffline, isUnreachable, type Missing } from '#lib/missing.ts';

/** Whether to say "offline", according to the last attempts. */
export const useOffline = (): boolean => isOffline(useStatus());

/** What is to be said of rows that are not on this device, where the server has not confirmed that there are none. */
export function useMissing(): Missing {
  const { phase } = useStatus();
  return isUnreachable(phase) ? phase : 'loading';
}

/** Offline with the queue on hold: writes stay on the device for now. */
export const useHolding = (): boolean => isHolding(useStatus());

/** The local database cannot be read. */
export const useUnreadable = (): boolean => useStatus().phase === 'unavailable';
