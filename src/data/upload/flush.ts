import type { CommonPowerSyncDatabase } from '@powersync/common';
import { isQueueEmpty } from '../replica/powersync-tables.ts';
import { UploadPaused, type Uploader } from './uploader.ts';

/** Between two looks at the queue while the stream is down: writes may be taken although it is not. */
const EVERY_MS = 30_000;

/**
 * Sends without waiting for PowerSync, which uploads only while its stream is connected: by the clock, and when the page goes out
 * of sight, where the answer may come to nobody. The ids make a second delivery harmless.
 */
export function createFlush(db: CommonPowerSyncDatabase, uploader: Uploader) {
  let running = false;
  const flush = async () => {
    if (running) return;
    running = true;
    try {
      // One batch at a time, as PowerSync calls it.
      while (!(await isQueueEmpty(db))) await uploader.upload(db);
    } catch (error) {
      // Paused, most often: the outbox says why, and the next turn comes.
      if (!(error instanceof UploadPaused)) console.debug('The queue could not be sent.', error);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void flush(), EVERY_MS);
  return { flush, stop: () => clearInterval(timer) };
}
