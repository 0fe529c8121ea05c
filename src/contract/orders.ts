/** What Stripe has reported about an order. Disputed: the payment was of another amount. */
export const ORDER_STATES = ['pending', 'paid', 'expired', 'disputed'] as const;

/** An order of merchandise. Times are ISO 8601. */
export interface Order {
  id: string;
  item: string;
  amount_cents: number;
  /** Lower case, as Stripe writes it. */
  currency: string;
  status: (typeof ORDER_STATES)[number];
  created_at: string;
}

/** For its buyer: while `status` is pending, the order can be paid at `checkout_url` until `checkout_expires_at`. */
export interface OwnOrder extends Order {
  checkout_url: string | null;
  checkout_expires_at: string | null;
}

/** For the ceo, from all_orders(). */
export interface PlacedOrder extends Order {
  /** Null: a visitor, or a deleted account. */
  username: string | null;
}
