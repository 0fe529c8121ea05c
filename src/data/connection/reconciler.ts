import type { CommonPowerSyncDatabase } from '@powersync/common';
import { noteStorageTrouble } from '../device/storage-trouble.ts';
import { ADOPTED_SQL, reconcile } from '../outbox/results.ts';

const NEEDED_SQL = `SELECT 1 FROM outbox WHERE state = 'sent' OR (${ADOPTED_SQL})
  UNION ALL SELECT 1 FROM write_rejections LIMIT 1`;

/** Reconciles the outbox with what the stream brought, after each change and whenever `reconcileNow` is called. */
export function createReconciler(db: CommonPowerSyncDatabase): { reconcileNow: () => Promise<void>; stop: () => void } {
  let isStopped = false;
  const reconcileNow = async () => {
    try {
      if (!isStopped && (await db.getOptional(NEEDED_SQL))) await db.writeTransaction(reconcile);
    } catch (error) {
      noteStorageTrouble(error);
      console.debug('The outbox could not be tidied.', error);
    }
  };
  const unwatch = db.onChange(
    { onChange: reconcileNow },
    { tables: ['posts', 'outbox', 'write_rejections'], throttleMs: 100, triggerImmediate: true },
  );
  return {
    reconcileNow,
    stop() {
      isStopped = true;
      unwatch();
    },
  };
}
