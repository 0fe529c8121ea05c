import { createCheckoutSession as create } from '#data/remote/functions.ts';

export type CheckoutResult = { ok: true; url: string } | { ok: false; offline: boolean };

/** Asks for Stripe's page. Price, number and return addresses are the server's. */
export async function createCheckoutSession(): Promise<CheckoutResult> {
  const reply = await create();
  if (!reply.ok) return { ok: false, offline: reply.status === 0 };
  const { url } = (reply.body ?? {}) as { url?: unknown };
  // The page is left for it: only a web address may be taken, never a script.
  return typeof url === 'string' && /^https?:\/\//.test(url) ? { ok: true, url } : { ok: false, offline: false };
}
