import pg from 'pg';
import type { BackendContext } from '../context.ts';

/** Milliseconds before the first run, and between runs. */
const FIRST = 30_000;
const EVERY = 60_000;

/**
 * Calls the function run-jobs every minute, as a hosted project's scheduler does, and send-pushes with it and as soon
 * as the database queues a push. Returns a function that stops it.
 */
export function startJobs(ctx: BackendContext): () => Promise<void> {
  const stop = new AbortController();
  const call = async (name: string): Promise<void> => {
    try {
      const response = await fetch(`${ctx.appUrl}/functions/v1/${name}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${ctx.serviceRoleKey}`, 'content-type': 'application/json' },
        body: '{}',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(60_000)]),
      });
      await response.body?.cancel();
      if (!response.ok) ctx.log(`${name} returned status ${response.status}. Details are in logs/functions.log.`);
    } catch {
      if (!stop.signal.aborted) ctx.log(`${name} could not be called. The next try is in a minute.`);
    }
  };

  let sending: Promise<void> | undefined;
  let isQueued = false;
  const sendPushes = async (): Promise<void> => {
    isQueued = true;
    // One call at a time; what is queued meanwhile gets one more.
    sending ??= (async () => {
      while (isQueued && !stop.signal.aborted) {
        isQueued = false;
        await call('send-pushes');
      }
    })().finally(() => (sending = undefined));
    await sending;
  };

  const run = () => {
    void call('run-jobs');
    void sendPushes();
  };
  const db = listen(ctx, () => void sendPushes());
  const first = setTimeout(run, FIRST).unref();
  const timer = setInterval(run, EVERY).unref();
  return async () => {
    stop.abort();
    clearTimeout(first);
    clearInterval(timer);
    await db.end().catch(() => {});
  };
}

function listen(ctx: BackendContext, onPush: () => void): pg.Client {
  const db = new pg.Client({ connectionString: ctx.databaseUrl, application_name: 'push' });
  db.on('notification', onPush);
  // Then the call of every minute is left.
  db.on('error', () => ctx.log('New pushes are sent once a minute, because the database ended a connection.'));
  void db
    .connect()
    .then(() => db.query('listen push'))
    .catch(() => ctx.log('New pushes are sent once a minute, because the database refused a connection.'));
  return db;
}
