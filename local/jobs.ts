import type { BackendContext } from './context.ts';

/** Milliseconds before the first run, and between runs. */
const FIRST = 30_000;
const EVERY = 60_000;

/** Calls the function run-jobs every minute, as a hosted project's scheduler does. Returns a function that stops it. */
export function startJobs(ctx: BackendContext): () => void {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    try {
      const response = await fetch(`${ctx.appUrl}/functions/v1/run-jobs`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ctx.serviceRoleKey}`, 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]),
      });
      await response.body?.cancel();
      if (!response.ok) ctx.log(`run-jobs returned status ${response.status}. Details are in logs/functions.log.`);
    } catch {
      if (!stop.signal.aborted) ctx.log('run-jobs could not be called. The next try is in a minute.');
    }
  };
  const first = setTimeout(() => void run(), FIRST).unref();
  const timer = setInterval(() => void run(), EVERY).unref();
  return () => {
    stop.abort();
    clearTimeout(first);
    clearInterval(timer);
  };
}
