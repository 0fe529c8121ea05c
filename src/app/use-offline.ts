import { isHolding } from '#features/sync/is-holding.ts';
import { useStatus } from '#features/sync/queries.ts';

/** The server cannot be reached, according to the last attempts. */
export function useOffline(): boolean {
  const { phase } = useStatus();
  return phase === 'offline' || phase === 'unavailable';
}

/** Offline with the queue on hold: writes stay on the device for now. */
export const useHolding = (): boolean => isHolding(useStatus());

/** The local database cannot be read. */
export const useUnreadable = (): boolean => useStatus().phase === 'unavailable';
