/*
 * Works around: opening an OPFS database can hang forever behind the lock of a dead tab (powersync-js#725, #785, #808).
 * Can be deleted when `init()` is guaranteed to end.
 */
import type { CommonPowerSyncDatabase } from '@powersync/common';

export const OPEN_TIMEOUT_MS = 8000;
/**
 * For this page's own worker, which waits for no tab: a slow device's first open takes longer, and must not start over.
 */
export const OWN_WORKER_TIMEOUT_MS = 24_000;

export class OpenTimeout extends Error {
  override name = 'OpenTimeout';
}

/**
 * Returns the database that `create` makes once it is open; `onWorker` is called for each worker that it starts. Throws
 * OpenTimeout after a while, closes what did not open, and ends its worker: it would keep its locks from every later
 * attempt, for as long as the page lives.
 */
export async function openWithTimeout<Db extends CommonPowerSyncDatabase & { init(): Promise<void> }>(
  create: () => Db,
  timeoutMs: number,
  onWorker?: OnWorker,
): Promise<Db> {
  const [db, workers] = withItsWorkers(create, onWorker);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OpenTimeout('The database did not open in time.')), timeoutMs);
  });
  try {
    await Promise.race([db.init(), timeout]);
    return db;
  } catch (error) {
    // Not awaited: an open that hangs makes the close hang too.
    void db.close().catch(() => {});
    if (error instanceof OpenTimeout) for (const worker of workers) worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

type OnWorker = (url: string | URL, options?: WorkerOptions) => void;

/** The workers of this page that `create` starts. PowerSync returns one only after it has opened its file. */
function withItsWorkers<Made>(create: () => Made, onWorker?: OnWorker): [Made, readonly Worker[]] {
  const { Worker: original } = globalThis;
  const workers: Worker[] = [];
  globalThis.Worker = class extends original {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      workers.push(this);
      onWorker?.(url, options);
    }
  };
  try {
    return [create(), workers];
  } finally {
    globalThis.Worker = original;
  }
}
