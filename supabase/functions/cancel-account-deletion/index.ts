import { requireActor } from '../_shared/actor.ts';
import { callDatabaseAsCaller } from '../_shared/database.ts';
import { endpoint, json } from '../_shared/http.ts';
import { useRate } from '../_shared/rate.ts';

/** Cancels the deletion of the caller's account. `canceled` is false if none was requested. */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    await useRate(actor.id, 'account_deletion_cancel');
    return json({ canceled: await callDatabaseAsCaller(request, 'cancel_account_deletion', {}) });
  }),
);
