import type { Status } from './queries.ts';

/** Holding: nothing goes out now. While the first connection is being made, the flag stays low only if nothing waits. */
export const isHolding = (status: Status): boolean =>
  status.phase === 'offline' || status.phase === 'unavailable' || (status.phase !== 'online' && status.waiting > 0);
