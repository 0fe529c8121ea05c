import { isUnreachable } from '#lib/missing.ts';
import type { Status } from './queries.ts';

/** True while nothing can be sent. During the first connection attempt only if something is queued. */
export const isHolding = (status: Status): boolean =>
  isUnreachable(status.phase) || (status.phase !== 'online' && status.waiting > 0);
