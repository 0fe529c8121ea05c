import { isHolding } from '#features/sync/is-holding.ts';
import { useStatus } from '#features/sync/queries.ts';

/** No way to the server at the moment, as the last attempts showed. */
export function useOffline(): boolean {
  const { phase } = useStatus();
  return phase === 'offline' || phase === 'unavailable';
}

/** The flag is up: what is written stays here for now. */
export const useHolding = (): boolean => isHolding(useStatus());

/** This device's own copy cannot be read. */
export const useUnreadable = (): boolean => useStatus().phase === 'unavailable';
