import { SaveSubscription } from '#contract/push.ts';
import { requireActor, sessionOf } from '../_shared/actor.ts';
import { callDatabase } from '../_shared/database.ts';
import { endpoint, json, readBody, HttpError } from '../_shared/http.ts';
import { isPushEndpoint } from '../_shared/push-hosts.ts';
import { useRate } from '../_shared/rate.ts';
import { areDeviceKeys } from '../_shared/web-push.ts';

/** Stores the web push subscription of the caller's device. */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    const { user_id, subscription } = await readBody(request, SaveSubscription);
    if (user_id !== actor.id) throw new HttpError(403, 'You can only save your own device.');
    if (!isPushEndpoint(subscription.endpoint)) throw new HttpError(400, 'This push service is not supported.');
    await useRate(actor.id, 'save_subscription');
    if (!(await areDeviceKeys(subscription.keys))) throw new HttpError(400, 'The keys of this device are not valid.');
    await callDatabase('save_push_subscription', {
      member_id: actor.id,
      endpoint: subscription.endpoint,
      p256dh: subscription.keys.p256dh,
      auth: subscription.keys.auth,
      agent: request.headers.get('user-agent') ?? '',
      session_id: sessionOf(request),
    });
    return json({ ok: true });
  }),
);
