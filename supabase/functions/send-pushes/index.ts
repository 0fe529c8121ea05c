import { requireEnv } from '../_shared/env.ts';
import { endpoint, json, HttpError } from '../_shared/http.ts';
import { sendDuePushes } from '../_shared/push-queue.ts';
import { isSameSecret } from '../_shared/secrets.ts';

/** Ends before the host's limit; what is left is due at the next call. */
const TIME_MS = 50_000;

/**
 * Sends what waits in the push queue. Called every few seconds with the service key; calls that overlap take different
 * pushes.
 */
Deno.serve(
  endpoint(async (request) => {
    const bearer = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
    if (!(await isSameSecret(bearer, requireEnv('SUPABASE_SERVICE_ROLE_KEY'))))
      throw new HttpError(403, 'Only the service may send pushes.');
    return json({ sent: await sendDuePushes(TIME_MS) });
  }),
);
