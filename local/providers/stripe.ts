import { createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { BackendContext } from '../context.ts';
import { header, readBody, sendJson } from '../supabase/http.ts';
import { escape } from '../supabase/mailbox-page.ts';
import { sendPage } from './page.ts';
import type { ProviderKeys } from './settings.ts';

interface Session {
  readonly id: string;
  readonly form: URLSearchParams;
  readonly amount: number;
  /** Unix seconds. */
  readonly expiresAt: number;
  status: 'open' | 'complete' | 'expired';
}

const PREFIX = '/_dev/stripe';

/** A page can be paid for a day, as with Stripe. */
const OPEN_SECONDS = 86_400;

/**
 * The part of Stripe Checkout that we use: create a session, a page to pay or cancel, and signed events to our webhook.
 * Nothing is charged.
 */
export function createStripe(ctx: BackendContext, keys: ProviderKeys) {
  const sessions = new Map<string, Session>();
  const repeated = new Map<string, string>();

  const view = (session: Session) => ({
    id: session.id,
    object: 'checkout.session',
    url: `${ctx.appUrl}${PREFIX}/pay/${session.id}`,
    amount_total: session.amount,
    currency: session.form.get('line_items[0][price_data][currency]'),
    client_reference_id: session.form.get('client_reference_id'),
    metadata: { order_id: session.form.get('metadata[order_id]') },
    payment_status: session.status === 'complete' ? 'paid' : 'unpaid',
    status: session.status,
    expires_at: session.expiresAt,
    success_url: session.form.get('success_url'),
    cancel_url: session.form.get('cancel_url'),
  });

  function open(form: URLSearchParams, idempotencyKey: string): Session {
    const known = sessions.get(repeated.get(idempotencyKey) ?? '');
    if (known) return known;
    const amount =
      Number(form.get('line_items[0][price_data][unit_amount]')) * Number(form.get('line_items[0][quantity]'));
    const session: Session = {
      id: `cs_test_${randomUUID().replaceAll('-', '')}`,
      form,
      amount,
      expiresAt: Math.floor(Date.now() / 1000) + OPEN_SECONDS,
      status: 'open',
    };
    sessions.set(session.id, session);
    if (idempotencyKey !== '') repeated.set(idempotencyKey, session.id);
    return session;
  }

  /** Sends a signed event about a session to our webhook. Returns the status of the response. */
  async function sendEvent(session: Session, type: string): Promise<number> {
    const now = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      ...{ id: `evt_${randomUUID().replaceAll('-', '')}`, object: 'event', type, created: now, livemode: false },
      data: { object: view(session) },
    });
    const signature = createHmac('sha256', keys.stripeWebhookSecret).update(`${now}.${body}`).digest('hex');
    const response = await fetch(`${ctx.appUrl}/functions/v1/stripe-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${now},v1=${signature}` },
      body,
    });
    await response.body?.cancel();
    return response.status;
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = new URL(req.url ?? '/', ctx.appUrl).pathname.slice(PREFIX.length);
    if (path === '' || path === '/') return sendJson(res, 200, [...sessions.values()].map(view).toReversed());
    if (path === '/v1/checkout/sessions' && req.method === 'POST') {
      if (header(req, 'authorization') !== `Bearer ${keys.stripeSecretKey}`)
        return sendJson(res, 401, { error: { message: 'Invalid API Key provided' } });
      const form = new URLSearchParams((await readBody(req, 64 * 1024)).toString('utf8'));
      const session = open(form, header(req, 'idempotency-key'));
      if (!Number.isInteger(session.amount) || session.amount < 50)
        return sendJson(res, 400, { error: { message: 'The amount is not valid' } });
      return sendJson(res, 200, view(session));
    }
    const session = sessions.get(/^\/pay\/(\w+)$/.exec(path)?.[1] ?? '');
    if (!session) return sendJson(res, 404, { error: { message: 'No such session' } });
    if (req.method !== 'POST') return sendPage(res, 200, 'Test payment', pageOf(session));
    const paid = new URLSearchParams((await readBody(req, 1024)).toString('utf8')).get('do') === 'pay';
    if (session.status === 'open') {
      session.status = paid ? 'complete' : 'expired';
      const status = await sendEvent(session, paid ? 'checkout.session.completed' : 'checkout.session.expired');
      if (status !== 200) ctx.log(`The payment webhook returned status ${status}.`);
    }
    const back = session.form.get(session.status === 'complete' ? 'success_url' : 'cancel_url');
    res.writeHead(303, { location: back ?? ctx.appUrl, 'cache-control': 'no-store' }).end();
  }
  return { handle };
}

function pageOf(session: Session): string {
  const name = escape(session.form.get('line_items[0][price_data][product_data][name]') ?? '');
  return `<p>${name}: $${(session.amount / 100).toFixed(2)}. Nothing is charged: this stands in for Stripe on this machine.</p>
<form method="post"><button name="do" value="pay">Pay</button> <button name="do" value="cancel">Cancel</button></form>`;
}
