import type { CommonPowerSyncDatabase } from '@powersync/common';
import { completeDueDiscards } from '../outbox/discard.ts';
import { isQueueEmpty } from '../replica/powersync-tables.ts';
import { UploadPaused, type Uploader } from './uploader.ts';

/** How often the heartbeat calls `flush`: the server may accept writes while the stream is down. */
export const FLUSH_EVERY_MS = 30_000;

/** Sends without PowerSync's open stream: by heartbeat, and when hidden. Also completes due discards. */
export function createFlush(db: CommonPowerSyncDatabase, account: string, uploader: Uploader) {
  let running = false;
  const flush = async () => {
    if (running) return;
    running = true;
    try {
      await completeDueDiscards({ account, db });
      // One batch at a time, as PowerSync calls it.
      while (!(await isQueueEmpty(db))) await uploader.upload(db);
    } catch (error) {
      // Usually paused: the outbox shows the reason, and the next attempt follows.
      if (!(error instanceof UploadPaused)) console.debug('The queue could not be sent.', error);
    } finally {
      running = false;
    }
  };
  return { flush };
}
