import type { ReactNode } from 'react';
import type { Order } from '#contract/orders.ts';
import { supportCopy as copy } from '#copy/support.ts';
import { formatFull } from '#lib/log-time.ts';
import { Button } from '#ui/button.tsx';
import { AlertIcon, CheckIcon, ClockIcon, CloseIcon } from '#ui/icons/icons.tsx';
import type { Answer } from '#ui/use-answer.ts';
import { useMedia, WIDE } from '#ui/use-media.ts';
import styles from './merch-page.module.css';

const ICONS: Record<Order['status'], typeof CheckIcon> = {
  pending: ClockIcon,
  paid: CheckIcon,
  expired: CloseIcon,
  disputed: AlertIcon,
};

interface OrderListProps<O extends Order> extends Answer<O[]> {
  renderNote?: (order: O) => ReactNode;
  renderAction?: (order: O) => ReactNode;
}

/** Orders with their states; says why there are none. */
export function OrderList<O extends Order>({ value, problem, reload, renderNote, renderAction }: OrderListProps<O>) {
  const isWide = useMedia(WIDE);
  if (problem && !value) {
    return (
      <div role="alert">
        <p className={styles.wait}>{problem.code === 'offline' ? copy.ordersOffline : copy.ordersFailed}</p>
        <Button kind="outline" size="s" onClick={reload}>
          {copy.ordersRetry}
        </Button>
      </div>
    );
  }
  if (!value) return <output className={styles.wait}>{copy.ordersLoading}</output>;
  if (value.length === 0) return <p className={styles.wait}>{copy.ordersNone}</p>;
  return (
    <ul className={styles.list} aria-label={copy.allOrders}>
      {value.map((order) => {
        const Icon = ICONS[order.status];
        return (
          <li key={order.id}>
            <b>{copy.items[order.item] ?? order.item}</b>
            <b>{copy.amount(order.amount_cents, order.currency)}</b>
            <span>
              <time className={styles.quiet} dateTime={order.created_at}>
                {formatFull(new Date(order.created_at), isWide)}
              </time>{' '}
              {order.status === 'expired' && <span className={styles.quiet}>{copy.nothingCharged}</span>}{' '}
              {renderNote?.(order)}
            </span>
            <span className={styles.state} data-state={order.status}>
              <Icon size="s" />
              {copy.states[order.status]}
            </span>
            {renderAction?.(order)}
          </li>
        );
      })}
    </ul>
  );
}
