import { createCheckoutSession as create } from '#data/remote/functions.ts';

export { allOrders, myOrders } from '#data/remote/orders.ts';

export type CheckoutResult = { ok: true; url: string } | { ok: false; offline: boolean };

/** Requests the address of Stripe's page. The server sets price, quantity and return addresses. */
export async function createCheckoutSession(): Promise<CheckoutResult> {
  const reply = await create();
  if (!reply.ok) return { ok: false, offline: reply.status === 0 };
  const { url } = (reply.body ?? {}) as { url?: unknown };
  // The page navigates to it, so only a web address is accepted, never a script.
  return typeof url === 'string' && /^https?:\/\//.test(url) ? { ok: true, url } : { ok: false, offline: false };
}
