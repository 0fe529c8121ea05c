import type { CleanVideoResult } from './clean-video.ts';
import type { CleanProblem, CleanResult } from './bare-picture.ts';
import type { Thumbnail } from './clean.ts';

export interface CleaningTask {
  id: number;
  bytes: ArrayBuffer;
  task: 'picture' | 'bare' | 'problem' | 'thumbnail' | 'video';
}

/** The worker has memory for decoded pictures: it ends when it has had nothing to do for this long. */
const IDLE_MS = 20_000;
/** How much of the work is done, from 0 to 1. */
type OnProgress = (part: number) => void;
type Answer<T> = { id: number; progress: number } | { id: number; result: T };
/** The worker's first message: the name of the lock that it holds until it ends. */
interface Started {
  lock: string;
}

let worker: Worker | undefined;
/** Ends the current task, because its worker has ended. */
let fail: ((reason: string) => void) | undefined;
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
 * Cleans one picture in the worker. If that fails, for want of memory in most cases, the picture stays as it is,
 * without its metadata, which a new worker removes without decoding it. `readAgain` gives its bytes once more, because
 * the first worker took them.
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

export const cleanVideo = async (bytes: ArrayBuffer): Promise<CleanVideoResult> =>
  (await inWorker<CleanVideoResult>('video', bytes)) ?? { ok: false };

/** A worker killed for lack of memory reports nothing, but frees its lock; a slow one keeps it. */
function startWorker(): Worker {
  const started = new Worker(new URL('./clean-worker.ts', import.meta.url), { type: 'module' });
  const ended = (reason: string) => {
    if (worker !== started) return;
    stop();
    fail?.(reason);
  };
  started.addEventListener('message', ({ data }: MessageEvent<Partial<Started>>) => {
    if (data.lock) void navigator.locks?.request(data.lock, () => ended('The picture worker has ended.'));
  });
  started.addEventListener('error', () => ended('The picture worker could not be started.'));
  return started;
}

async function ask<T>(task: CleaningTask['task'], bytes: ArrayBuffer, onProgress?: OnProgress): Promise<T | null> {
  clearTimeout(idle);
  worker ??= startWorker();
  const current = worker;
  const id = (count += 1);
  try {
    return await new Promise<T>((resolve, reject) => {
      fail = (reason) => reject(new Error(reason));
      current.onmessage = ({ data }: MessageEvent<Answer<T> | Started>) => {
        if ('lock' in data || data.id !== id) return;
        if ('progress' in data) onProgress?.(data.progress);
        else resolve(data.result);
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
