import { z } from 'zod';
import { PushPayload, SendNotification } from '#contract/push.ts';
import { requireActor } from '../_shared/actor.ts';
import { callDatabase } from '../_shared/database.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';
import { useRate } from '../_shared/rate.ts';
import { sendPush } from '../_shared/web-push.ts';

const Claimed = z
  .object({
    ...PushPayload.shape,
    subscriptions: z.array(z.object({ id: z.uuid(), endpoint: z.string(), p256dh: z.string(), auth: z.string() })),
  })
  .nullable();

/**
 * Notifies a member by push of the caller's last action towards them (mention, comment, request, message), once. Text and address come
 * from the database, never from the body. The response is always the same: it must not reveal who blocks or mutes the caller, or has devices.
 */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    const { userId } = await readBody(request, SendNotification);
    await useRate(actor.id, 'send_notification');
    const claimed = Claimed.parse(await callDatabase('claim_push', { sender: actor.id, recipient: userId }));
    if (claimed === null) return json({ ok: true });
    const { subscriptions, ...payload } = claimed;
    const sent = await Promise.allSettled(
      subscriptions.map(async (subscription) => {
        const status = await sendPush(subscription, JSON.stringify(payload));
        if (status === 404 || status === 410)
          await callDatabase('drop_push_subscription', { subscription_id: subscription.id });
        else if (status < 200 || status > 299) console.error(`The push service returned ${status}.`);
      }),
    );
    // A device that fails must not be seen by the sender, nor keep the message from the others.
    for (const result of sent) if (result.status === 'rejected') console.error(result.reason);
    return json({ ok: true });
  }),
);
