import { PromoteUser } from '#contract/members.ts';
import { requireActor } from '../_shared/actor.ts';
import { callDatabase } from '../_shared/database.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';

/** Makes a member an admin. The caller's current row decides whether they are the ceo, not their token. */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    const { targetUserId } = await readBody(request, PromoteUser);
    return json(await callDatabase('promote_user_to_admin', { actor_id: actor.id, target_id: targetUserId }));
  }),
);
