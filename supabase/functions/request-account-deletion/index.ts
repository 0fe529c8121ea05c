import { requireActor } from '../_shared/actor.ts';
import { callDatabaseAsCaller } from '../_shared/database.ts';
import { endpoint, json } from '../_shared/http.ts';
import { useRate } from '../_shared/rate.ts';

/**
 * Requests the deletion of the caller's account: `{user_id, requested_at, due_at}`. A repeated request keeps the first
 * date.
 */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    await useRate(actor.id, 'account_deletion');
    return json(await callDatabaseAsCaller(request, 'request_account_deletion', {}));
  }),
);
