import pg from 'pg';
import type { BackendContext } from '../context.ts';
import { createPool } from './pool.ts';

/** Milliseconds before the first run, and between runs. */
const FIRST = 30_000;
const EVERY = 60_000;
/** Milliseconds between looks for counts whose pause is over (docs/decisions/035-counts-with-a-pause.md). */
const COUNTS_EVERY = 1000;

/**
 * Calls the function run-jobs every minute, as a hosted project's scheduler does, and send-pushes with it and as soon
 * as the database queues a push. Publishes counts every second. Returns a function that stops it.
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
  const stopCounts = publishCounts(ctx);
  const db = listen(ctx, () => void sendPushes());
  const first = setTimeout(run, FIRST).unref();
  const timer = setInterval(run, EVERY).unref();
  return async () => {
    stop.abort();
    clearTimeout(first);
    clearInterval(timer);
    await Promise.all([stopCounts(), db.end().catch(() => {})]);
  };
}

function publishCounts(ctx: BackendContext): () => Promise<void> {
  const pool = createPool({ connectionString: ctx.databaseUrl, application_name: 'counts', max: 1 });
  let running: Promise<unknown> | undefined;
  let hasFailed = false;
  const publish = async (): Promise<void> => {
    try {
      await pool.query('select public.publish_counts()');
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) ctx.log(`Counts are not published for the moment: ${(error as Error).message}.`);
      hasFailed = true;
    }
  };
  const timer = setInterval(() => {
    running ??= publish().finally(() => (running = undefined));
  }, COUNTS_EVERY).unref();
  return async () => {
    clearInterval(timer);
    await running;
    await pool.end();
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
