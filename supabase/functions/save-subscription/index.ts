import { SaveSubscription } from '#contract/push.ts';
import { requireActor } from '../_shared/actor.ts';
import { callDatabase } from '../_shared/database.ts';
import { endpoint, json, readBody, Refusal } from '../_shared/http.ts';
import { isPushEndpoint } from '../_shared/push-hosts.ts';
import { useRate } from '../_shared/rate.ts';

/** Keeps where the caller's device takes web push. */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    const { user_id, subscription } = await readBody(request, SaveSubscription);
    if (user_id !== actor.id) throw new Refusal(403, 'You can only save your own device.');
    if (!isPushEndpoint(subscription.endpoint)) throw new Refusal(400, 'This push service is not supported.');
    await useRate(actor.id, 'save_subscription');
    await callDatabase('save_push_subscription', {
      member_id: actor.id,
      endpoint: subscription.endpoint,
      p256dh: subscription.keys.p256dh,
      auth: subscription.keys.auth,
      agent: request.headers.get('user-agent') ?? '',
    });
    return json({ ok: true });
  }),
);
