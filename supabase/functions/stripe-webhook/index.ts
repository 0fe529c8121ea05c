import { z } from 'zod';
import { callDatabase } from '../_shared/database.ts';
import { requireEnv } from '../_shared/env.ts';
import { endpoint, json, readText, HttpError } from '../_shared/http.ts';
import { isSigned } from '../_shared/stripe.ts';

const Event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({ object: z.unknown() }),
});
const Session = z.object({
  id: z.string(),
  metadata: z.object({ order_id: z.uuid() }),
  amount_total: z.number().int(),
  currency: z.string(),
  payment_status: z.string(),
});

/**
 * Events from Stripe are the only thing that marks an order as paid. They must be signed and fresh, and each counts
 * once.
 */
Deno.serve(
  endpoint(async (request) => {
    const body = await readText(request, 512 * 1024);
    const signed = await isSigned(
      request.headers.get('stripe-signature') ?? '',
      body,
      requireEnv('STRIPE_WEBHOOK_SECRET'),
    );
    if (!signed) throw new HttpError(400, 'This is not signed by Stripe, or too old.');
    const event = Event.safeParse(asJson(body));
    if (!event.success) throw new HttpError(400, 'This is not an event.');
    const { id, type, data } = event.data;
    const session = Session.safeParse(data.object);
    // Other events of the account do not concern us. Return 200, or Stripe would send them again for days.
    if (!type.startsWith('checkout.session.') || !session.success) return json({ result: 'ignored' });
    const result = await callDatabase('record_stripe_event', {
      event_id: id,
      event_type: type,
      order_id: session.data.metadata.order_id,
      session_id: session.data.id,
      amount_cents: session.data.amount_total,
      currency: session.data.currency,
      is_paid: session.data.payment_status === 'paid',
    });
    return json({ result });
  }),
);

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
