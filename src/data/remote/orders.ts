import type { OwnOrder, PlacedOrder } from '#contract/orders.ts';
import { type AccountReply, askDatabase, readList } from './account.ts';

/** The member's own orders, newest first. They are not stored on the device. */
export async function myOrders(): Promise<AccountReply<OwnOrder[]>> {
  try {
    const { supabase } = await import('./supabase.ts');
    const { data, error, status } = await supabase()
      .from('orders')
      .select('id, item, amount_cents, currency, status, created_at, checkout_url, checkout_expires_at')
      .order('created_at', { ascending: false })
      .limit(100)
      .overrideTypes<OwnOrder[], { merge: false }>();
    if (data) return { ok: true, body: data };
    return { ok: false, code: status === 0 ? 'offline' : 'unknown', message: status === 0 ? '' : error.message };
  } catch {
    return { ok: false, code: 'offline', message: '' };
  }
}

/** For the ceo: the newest 100 orders before a time (ISO 8601), with their buyers. */
export const allOrders = (before: string | null): Promise<AccountReply<PlacedOrder[]>> =>
  askDatabase('all_orders', { before }, readList<PlacedOrder>);
