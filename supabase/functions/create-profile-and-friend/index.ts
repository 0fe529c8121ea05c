import { CreatedProfile, CreateProfileAndFriend } from '#contract/members.ts';
import { requireActor } from '../_shared/actor.ts';
import { callDatabase } from '../_shared/database.ts';
import { endpoint, json, readBody, HttpError } from '../_shared/http.ts';
import { useRate } from '../_shared/rate.ts';

/**
 * First sign-in: creates the caller's profile and the friendship with the official account. Idempotent. 428: the caller
 * has not agreed to the terms or not confirmed to be 18 or older.
 */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    const body = await readBody(request, CreateProfileAndFriend);
    if (body.user_id !== actor.id) throw new HttpError(403, 'You can only set up your own profile.');
    await useRate(actor.id, 'create_profile');
    const made = await callDatabase('create_profile_and_friend', {
      member_id: actor.id,
      ...(body.consents && { consents: body.consents }),
    });
    return json(CreatedProfile.parse(made));
  }),
);
