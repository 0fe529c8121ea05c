import type { CommonPowerSyncDatabase } from '@powersync/common';
import { longLived } from './powersync-tables.ts';
import { SHORT_TTL } from './stream-ttl.ts';

/** Limits a stream's long lifetime (`ttl` seconds) to its `most` newest parameters; the others get the usual one. */
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
