import { SyncError } from './errors.ts';

/** The limits of the real service, so that a design that exceeds them fails here first. */
export interface Limits {
  bucketsPerConnection: number;
  parameterRowsPerConnection: number;
  connections: number;
  opsPerLine: number;
  bytesPerLine: number;
  /** Larger rows are not synced at all. */
  bytesPerRow: number;
  keepaliveMs: number;
  /** After being superseded by newer commits this many times in a row, a connection completes its checkpoint first. */
  supersedesInARow: number;
  /** Maximum operations in memory; above it, partitions without a connection are dropped. The real service keeps them on disk. */
  opsHeld: number;
}

export const realLimits: Limits = {
  bucketsPerConnection: 1000,
  parameterRowsPerConnection: 1000,
  connections: 200,
  opsPerLine: 1000,
  bytesPerLine: 1024 * 1024,
  bytesPerRow: 15 * 1024 * 1024,
  keepaliveMs: 20_000,
  supersedesInARow: 5,
  opsHeld: 250_000,
};

export function tooManyBuckets(count: number, limit: number): SyncError {
  return new SyncError('PSYNC_S2305', 500, `Too many buckets for one connection: ${count} (limit of ${limit})`);
}

export function tooManyParameterRows(limit: number): SyncError {
  return new SyncError('PSYNC_S2305', 500, `Too many parameter query results for one connection (limit of ${limit})`);
}

export function tooManyConnections(limit: number): SyncError {
  return new SyncError('PSYNC_S2304', 429, `Maximum active concurrent connections limit has been reached (${limit})`);
}
