import type { CleanVideoResult } from './clean-video.ts';
import type { CleanResult } from './clean.ts';

/** The worker has memory for decoded pictures: it ends when it has had nothing to do for this long. */
const IDLE_MS = 20_000;
/** A worker that was killed for lack of memory never answers. */
const PATIENCE_MS = 60_000;

/** How much of the work is done, from 0 to 1. */
type OnProgress = (part: number) => void;
type Answer<T> = { id: number; progress: number } | { id: number; result: T };

let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let last: Promise<unknown> = Promise.resolve();
let count = 0;

function stop(): void {
  worker?.terminate();
  worker = undefined;
}

/** One file after the other: two decoded photos of 12 megapixels need 100 MB. Null: the worker failed. */
function inWorker<T>(bytes: ArrayBuffer, isVideo: boolean, onProgress?: OnProgress): Promise<T | null> {
  const next = last.then(() => ask<T>(bytes, isVideo, onProgress));
  last = next.catch(() => {});
  return next;
}

/** Cleans one picture in the worker. */
export const clean = async (bytes: ArrayBuffer, onProgress?: OnProgress): Promise<CleanResult> =>
  (await inWorker<CleanResult>(bytes, false, onProgress)) ?? { ok: false, code: 'unreadable' };

/** Cleans one video in the worker. */
export const cleanVideo = async (bytes: ArrayBuffer): Promise<CleanVideoResult> =>
  (await inWorker<CleanVideoResult>(bytes, true)) ?? { ok: false };

async function ask<T>(bytes: ArrayBuffer, isVideo: boolean, onProgress?: OnProgress): Promise<T | null> {
  clearTimeout(idle);
  worker ??= new Worker(new URL('./clean-worker.ts', import.meta.url), { type: 'module' });
  const current = worker;
  const id = (count += 1);
  try {
    return await new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The picture worker did not answer.')), PATIENCE_MS);
      current.onmessage = ({ data }: MessageEvent<Answer<T>>) => {
        if (data.id !== id) return;
        if ('progress' in data) return onProgress?.(data.progress);
        clearTimeout(timer);
        resolve(data.result);
      };
      current.onerror = () => {
        clearTimeout(timer);
        reject(new Error('The picture worker could not be started.'));
      };
      current.postMessage({ id, bytes, isVideo }, [bytes]);
    });
  } catch (error) {
    console.debug('A file could not be cleaned.', error);
    stop();
    return null;
  } finally {
    idle = setTimeout(stop, IDLE_MS);
  }
}
