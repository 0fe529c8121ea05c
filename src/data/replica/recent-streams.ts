import type { CommonPowerSyncDatabase } from '@powersync/common';
import { longLived } from './powersync-tables.ts';
import { SHORT_TTL } from './stream-ttl.ts';

/**
 * Lets a stream keep its long lifetime of `ttl` seconds only for its `most` newest parameters. The rows of all others
 * stay as long as those of any screen. A subscription with another lifetime replaces the one of the stream, and ends
 * nothing that is open.
 */
export async function limitLongLived(
  db: CommonPowerSyncDatabase,
  name: string,
  ttl: number,
  most: number,
): Promise<void> {
  for (const parameters of (await longLived(db, name, ttl)).slice(most)) {
    const subscription = await db.syncStream(name, parameters).subscribe({ ttl: SHORT_TTL });
    subscription.unsubscribe();
  }
}
