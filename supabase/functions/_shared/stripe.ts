import { z } from 'zod';
import { requireEnv } from './env.ts';
import { utf8 } from './encoding.ts';
import { Failure } from './log.ts';

/** `expires_at` in Unix seconds: until then the page accepts the payment. */
const Session = z.object({ id: z.string().min(1), url: z.url(), expires_at: z.number().int() });

export interface Order {
  readonly id: string;
  readonly name: string;
  readonly amount_cents: number;
  readonly currency: string;
}

/**
 * Creates a Stripe page where this order is paid. `STRIPE_API_BASE` is the address of a stand-in. Throws if Stripe
 * fails.
 */
export async function openCheckout(order: Order): Promise<z.infer<typeof Session>> {
  const app = requireEnv('APP_URL');
  const form = new URLSearchParams({
    mode: 'payment',
    client_reference_id: order.id,
    'metadata[order_id]': order.id,
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': order.currency,
    'line_items[0][price_data][unit_amount]': String(order.amount_cents),
    'line_items[0][price_data][product_data][name]': order.name,
    success_url: `${app}/merch?success=true`,
    cancel_url: `${app}/merch?canceled=true`,
  });
  const response = await fetch(`${Deno.env.get('STRIPE_API_BASE') ?? 'https://api.stripe.com'}/v1/checkout/sessions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${requireEnv('STRIPE_SECRET_KEY')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': order.id,
    },
    body: form,
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  if (!response.ok) throw new Failure(`Stripe: status ${response.status}`);
  return Session.parse(JSON.parse(text));
}

/** Maximum age of a signed event in seconds, in both directions because clocks differ. */
const TOLERANCE = 300;

/**
 * Whether the event comes from Stripe: checks `Stripe-Signature: t=…,v1=…` over the raw body with the endpoint's
 * secret.
 */
export async function isSigned(header: string, body: string, secret: string, now = Date.now()): Promise<boolean> {
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > TOLERANCE) return false;
  const key = await crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const [name, value] of parts) {
    if (name !== 'v1' || value === undefined || !/^[0-9a-f]{64}$/.test(value)) continue;
    const signature = Uint8Array.from(value.match(/../g) ?? [], (byte) => parseInt(byte, 16));
    // Compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, signature, utf8(`${time}.${body}`))) return true;
  }
  return false;
}
