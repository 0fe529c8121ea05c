import { useCallback } from 'react';
import type { OwnOrder } from '#contract/orders.ts';
import { supportCopy as copy } from '#copy/support.ts';
import link from '#ui/text-link.module.css';
import { TextLink } from '#ui/text-link.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { useNow } from '#ui/use-now.ts';
import styles from './merch-page.module.css';
import { myOrders } from './mutations.ts';
import { OrderList } from './orders.tsx';

export function MyOrders() {
  const answer = useAnswer(useCallback(() => myOrders(), []));
  return <OrderList {...answer} renderAction={(order) => <Action order={order} />} />;
}

function Action({ order: { status, checkout_url, checkout_expires_at } }: { order: OwnOrder }) {
  const now = useNow();
  if (status === 'disputed') {
    return (
      <TextLink to="/contact" className={styles.action}>
        {copy.writeToUs}
      </TextLink>
    );
  }
  const isOpen = checkout_expires_at !== null && Date.parse(checkout_expires_at) > now;
  if (status !== 'pending' || !isOpen || checkout_url === null || !/^https?:\/\//.test(checkout_url)) return null;
  return (
    <a href={checkout_url} className={`${link.link} ${styles.action}`}>
      {copy.finishPaying}
    </a>
  );
}
