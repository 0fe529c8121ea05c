import type { CleanResult } from './clean.ts';

/** The worker has memory for decoded pictures: it ends when it has had nothing to do for this long. */
const IDLE_MS = 20_000;
/** A worker that was killed for lack of memory never answers. */
const PATIENCE_MS = 60_000;

let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let last: Promise<unknown> = Promise.resolve();
let count = 0;

function stop(): void {
  worker?.terminate();
  worker = undefined;
}

/** Cleans one picture in the worker, one after the other: two decoded photos of 12 megapixels need 100 MB. */
export function clean(bytes: ArrayBuffer): Promise<CleanResult> {
  const next = last.then(() => cleanNow(bytes));
  last = next.catch(() => {});
  return next;
}

async function cleanNow(bytes: ArrayBuffer): Promise<CleanResult> {
  clearTimeout(idle);
  worker ??= new Worker(new URL('./clean-worker.ts', import.meta.url), { type: 'module' });
  const current = worker;
  const id = (count += 1);
  try {
    return await new Promise<CleanResult>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The picture worker did not answer.')), PATIENCE_MS);
      current.onmessage = ({ data }: MessageEvent<{ id: number; result: CleanResult }>) => {
        if (data.id !== id) return;
        clearTimeout(timer);
        resolve(data.result);
      };
      current.onerror = () => {
        clearTimeout(timer);
        reject(new Error('The picture worker could not be started.'));
      };
      current.postMessage({ id, bytes }, [bytes]);
    });
  } catch (error) {
    console.debug('A picture could not be cleaned.', error);
    stop();
    return { ok: false, code: 'unreadable' };
  } finally {
    idle = setTimeout(stop, IDLE_MS);
  }
}
