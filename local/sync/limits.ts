import { SyncError } from './errors.ts';

/** The limits of the real service, so that a design that exceeds them fails here first. */
export interface Limits {
  bucketsPerConnection: number;
  parameterRowsPerConnection: number;
  /** Ours: the real service limits look-ups per query, not per connection. No client of ours needs a tenth of it. */
  lookupsPerConnection: number;
  connections: number;
  /** Ours, as the next two: the real service has only the limit for all. Those that are left over are for members. */
  guestConnections: number;
  connectionsPerOrigin: number;
  connectionsPerMember: number;
  bytesPerRequest: number;
  opsPerLine: number;
  bytesPerLine: number;
  /** Larger rows are not synced at all. */
  bytesPerRow: number;
  keepaliveMs: number;
  /** After being superseded by newer commits this many times in a row, a connection completes its checkpoint first. */
  supersedesInARow: number;
  /**
   * Maximum operations in memory; above it, partitions without a connection are dropped. The real service keeps them on
   * disk.
   */
  opsHeld: number;
}

export const realLimits: Limits = {
  bucketsPerConnection: 1000,
  parameterRowsPerConnection: 1000,
  lookupsPerConnection: 1000,
  connections: 200,
  guestConnections: 150,
  connectionsPerOrigin: 100,
  connectionsPerMember: 20,
  bytesPerRequest: 1024 * 1024,
  opsPerLine: 1000,
  bytesPerLine: 1024 * 1024,
  bytesPerRow: 15 * 1024 * 1024,
  keepaliveMs: 20_000,
  supersedesInARow: 5,
  opsHeld: 250_000,
};

/**
 * The real limits. `RANGEDAY_SYNC_STREAMS`, for load tests, stands for more API processes: it allows this many streams
 * from one address.
 */
export function limitsOf(env: NodeJS.ProcessEnv): Limits {
  const streams = Number(env['RANGEDAY_SYNC_STREAMS'] ?? 0);
  if (!(streams > 0)) return realLimits;
  return { ...realLimits, connections: streams, guestConnections: streams, connectionsPerOrigin: streams };
}

export function tooManyBuckets(count: number, limit: number): SyncError {
  return new SyncError('PSYNC_S2305', 500, `Too many buckets: ${count} (limit of ${limit})`);
}

export function tooManyParameterRows(limit: number): SyncError {
  return new SyncError('PSYNC_S2305', 500, `Too many parameter query results (limit of ${limit})`);
}

export function tooManyLookups(count: number, limit: number): SyncError {
  const limits = `a maximum of ${limit} lookups are allowed.`;
  return new SyncError('PSYNC_S2305', 500, `Attempted to fetch ${count} lookups at once, ${limits}`);
}
