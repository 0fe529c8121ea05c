import { callDatabase } from '../_shared/database.ts';
import { requireEnv } from '../_shared/env.ts';
import { json } from '../_shared/http.ts';
import { healthOf } from './states.ts';
import type { Health, SyncLag } from './states.ts';

/** Milliseconds until a part that has not answered counts as failed. */
const PATIENCE = 3000;
/** Milliseconds. Many callers at once cost the parts one request. */
const KEPT_FOR = 2000;

let latest: { at: number; health: Promise<Health> } | undefined;

async function statusOf(path: string): Promise<number> {
  const key = requireEnv('SUPABASE_ANON_KEY');
  const response = await fetch(`${requireEnv('SUPABASE_URL')}${path}`, {
    headers: { apikey: key, authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(PATIENCE),
  });
  await response.body?.cancel();
  return response.status;
}

async function lag(): Promise<SyncLag | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<null>((done) => (timer = setTimeout(() => done(null), PATIENCE)));
  try {
    return (await Promise.race([callDatabase('sync_lag', {}), tooLong])) as SyncLag | null;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the parts of this installation answer, for monitors: 200, or 503 when the database does not. */
Deno.serve(async (request) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return json({ error: 'Only GET is allowed.' }, 405);
  if (latest === undefined || Date.now() - latest.at > KEPT_FOR)
    latest = { at: Date.now(), health: healthOf(statusOf, lag) };
  const health = await latest.health;
  return json(health, health.status === 'failed' ? 503 : 200);
});
