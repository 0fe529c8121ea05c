import { SendNotification } from '#contract/push.ts';
import { requireActor } from '../_shared/actor.ts';
import { endpoint, json, readBody } from '../_shared/http.ts';
import { logFailure } from '../_shared/log.ts';
import { sendDuePushes } from '../_shared/push-queue.ts';
import { useRate } from '../_shared/rate.ts';

const TIME_MS = 10_000;

/**
 * Sends what is queued from the caller to a member (mention, comment, request, message) now. Text and address come from
 * the database, never from the body. The response is always the same: it must not reveal who blocks or mutes the
 * caller, or has devices.
 */
Deno.serve(
  endpoint(async (request) => {
    const actor = await requireActor(request);
    const { userId } = await readBody(request, SendNotification);
    await useRate(actor.id, 'send_notification');
    await sendDuePushes(TIME_MS, { sender: actor.id, recipient: userId }).catch((error: unknown) =>
      logFailure('send-notification', error),
    );
    return json({ ok: true });
  }),
);
