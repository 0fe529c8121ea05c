import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { tooManyRequests } from './errors.ts';

export type PasswordJob =
  | { readonly password: string; readonly cost: number }
  | { readonly password: string; readonly hash: string };

interface Waiting {
  readonly job: PasswordJob;
  readonly origin: string | null;
  resolve(result: string | boolean): void;
  reject(error: unknown): void;
}

/**
 * Jobs that wait or run, of one origin and of all together: at a tenth of a second each, the last one waits this long.
 */
const MAX_OF_ORIGIN = 10;
const MAX_JOBS = 100;
/** One core remains for the gateway. */
const WORKERS = Math.max(1, Math.min(4, availableParallelism() - 1));

const idle: Worker[] = [];
const waiting: Waiting[] = [];
const jobsOf = new Map<string, number>();
let started = 0;
let jobs = 0;

/**
 * Runs a job in a worker thread, because a password hash would otherwise block all requests. Throws
 * over_request_rate_limit if the queue is full for this origin (an address of a client; null: our own call, which
 * always waits).
 */
export async function runPasswordJob(job: PasswordJob, origin: string | null): Promise<string | boolean> {
  const ofOrigin = origin === null ? 0 : (jobsOf.get(origin) ?? 0);
  if (origin !== null && (ofOrigin >= MAX_OF_ORIGIN || jobs >= MAX_JOBS)) throw tooManyRequests();
  jobs += 1;
  if (origin !== null) jobsOf.set(origin, ofOrigin + 1);
  try {
    return await new Promise<string | boolean>((resolve, reject) => {
      waiting.push({ job, origin, resolve, reject });
      startNext();
    });
  } finally {
    jobs -= 1;
    const left = origin === null ? 0 : (jobsOf.get(origin) ?? 1) - 1;
    if (origin !== null && left > 0) jobsOf.set(origin, left);
    else if (origin !== null) jobsOf.delete(origin);
  }
}

function startNext(): void {
  const worker = idle.pop() ?? (started < WORKERS ? createWorker() : undefined);
  const next = worker && waiting.shift();
  if (!worker) return;
  if (!next) return void idle.push(worker);
  const onMessage = (result: string | boolean): void => {
    stopListening();
    worker.unref();
    idle.push(worker);
    next.resolve(result);
    startNext();
  };
  // A worker that failed is not used again.
  const onError = (error: unknown): void => {
    stopListening();
    started -= 1;
    next.reject(error);
    startNext();
  };
  const onExit = (): void => onError(new Error('A password worker stopped.'));
  const stopListening = (): void => {
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  };
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  // Keeps the process alive only while somebody waits for the result.
  worker.ref();
  worker.postMessage(next.job);
}

function createWorker(): Worker {
  started += 1;
  const worker = new Worker(new URL('password-worker.ts', import.meta.url));
  worker.unref();
  return worker;
}
