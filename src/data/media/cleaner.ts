import type { CleanVideoResult } from './clean-video.ts';
import type { CleanProblem, CleanResult } from './bare-picture.ts';
import type { Thumbnail } from './clean.ts';

/** One file for the worker. */
export interface CleaningTask {
  id: number;
  bytes: ArrayBuffer;
  task: 'picture' | 'bare' | 'problem' | 'thumbnail' | 'video';
}

/** The worker has memory for decoded pictures: it ends when it has had nothing to do for this long. */
const IDLE_MS = 20_000;
/** A worker that was killed for lack of memory never answers. */
const PATIENCE_MS = { picture: 60_000, bare: 10_000, problem: 10_000, thumbnail: 10_000, video: 60_000 };

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
function inWorker<T>(task: CleaningTask['task'], bytes: ArrayBuffer, onProgress?: OnProgress): Promise<T | null> {
  const next = last.then(() => ask<T>(task, bytes, onProgress));
  last = next.catch(() => {});
  return next;
}

/**
 * Cleans one picture in the worker. If that fails, for want of memory in most cases, the picture stays as it is, without its metadata, which a new worker
 * removes without decoding it. `readAgain` gives its bytes once more, because the first worker took them.
 */
export async function clean(
  bytes: ArrayBuffer,
  onProgress?: OnProgress,
  readAgain?: () => Promise<ArrayBuffer>,
): Promise<CleanResult> {
  const cleaned = await inWorker<CleanResult>('picture', bytes, onProgress);
  if (cleaned) return cleaned;
  const again = await readAgain?.().catch(() => null);
  return (again && (await inWorker<CleanResult>('bare', again))) ?? { ok: false, code: 'unreadable' };
}

/** Null if this browser cannot decode it. */
export const thumbnailOf = (bytes: ArrayBuffer): Promise<Thumbnail | null> => inWorker('thumbnail', bytes);

/** What forbids to open or send this picture as it is. Null: nothing is known against it. */
export const problemOf = async (bytes: ArrayBuffer): Promise<CleanProblem | null> =>
  (await inWorker<{ code: CleanProblem | null }>('problem', bytes))?.code ?? null;

/** Cleans one video in the worker. */
export const cleanVideo = async (bytes: ArrayBuffer): Promise<CleanVideoResult> =>
  (await inWorker<CleanVideoResult>('video', bytes)) ?? { ok: false };

async function ask<T>(task: CleaningTask['task'], bytes: ArrayBuffer, onProgress?: OnProgress): Promise<T | null> {
  clearTimeout(idle);
  worker ??= new Worker(new URL('./clean-worker.ts', import.meta.url), { type: 'module' });
  const current = worker;
  const id = (count += 1);
  try {
    return await new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The picture worker did not answer.')), PATIENCE_MS[task]);
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
      current.postMessage({ id, bytes, task } satisfies CleaningTask, [bytes]);
    });
  } catch (error) {
    console.debug('A file could not be cleaned.', error);
    stop();
    return null;
  } finally {
    idle = setTimeout(stop, IDLE_MS);
  }
}
