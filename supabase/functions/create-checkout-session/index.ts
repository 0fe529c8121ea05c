import { z } from 'zod';
import { CreateCheckoutSession, type CheckoutSession } from '#contract/checkout.ts';
import { optionalActor } from '../_shared/actor.ts';
import { callDatabase } from '../_shared/database.ts';
import { endpoint, json, readBody, HttpError } from '../_shared/http.ts';
import { logFailure } from '../_shared/log.ts';
import { callerAddress, useRate } from '../_shared/rate.ts';
import { openCheckout } from '../_shared/stripe.ts';

const Order = z.object({ id: z.uuid(), name: z.string(), amount_cents: z.number().int(), currency: z.string() });

/**
 * Creates an order for one sticker, and Stripe's page to pay it. The server sets price, quantity and return addresses.
 */
Deno.serve(
  endpoint(async (request) => {
    await readBody(request, CreateCheckoutSession);
    const actor = await optionalActor(request);
    await useRate(actor?.id ?? `ip:${callerAddress(request)}`, 'checkout');
    const order = Order.parse(await callDatabase('create_order', { member_id: actor?.id ?? null, item_id: 'sticker' }));
    const session = await openCheckout(order).catch(async (error: unknown) => {
      logFailure('create-checkout-session', error);
      await callDatabase('expire_order', { order_id: order.id });
      throw new HttpError(502, 'Unable to start checkout session.');
    });
    await callDatabase('note_checkout_session', {
      order_id: order.id,
      session_id: session.id,
      url: session.url,
      expires_at: new Date(session.expires_at * 1000).toISOString(),
    });
    return json({ url: session.url } satisfies CheckoutSession);
  }),
);
