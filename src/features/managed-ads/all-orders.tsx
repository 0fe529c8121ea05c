import { useCallback, useState } from 'react';
import type { PlacedOrder } from '#contract/orders.ts';
import { supportCopy as copy } from '#copy/support.ts';
import { AsOf } from '#features/admin/as-of.tsx';
import { allOrders } from '#features/merch/mutations.ts';
import { OrderList } from '#features/merch/orders.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useAnswer } from '#ui/use-answer.ts';
import styles from './ads-page.module.css';

/** As many as the server sends at once. */
const PAGE = 100;

/** All orders of the shop, newest first, for the ceo. They are not stored on the device. */
export function AllOrders() {
  const first = useAnswer(useCallback(() => allOrders(null), []));
  const [older, setOlder] = useState<readonly PlacedOrder[]>([]);
  const [hasMore, setMore] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const value = first.value && [...first.value, ...older];
  const oldest = first.value?.length === PAGE && hasMore ? value?.at(-1)?.created_at : undefined;
  const more = async (before: string) => {
    setBusy(true);
    const reply = await allOrders(before);
    setBusy(false);
    if (!reply.ok) return toast(reply.code === 'offline' ? copy.ordersOffline : copy.ordersFailed, { tone: 'stop' });
    setOlder([...older, ...reply.body]);
    setMore(reply.body.length === PAGE);
  };
  return (
    <section className={styles.views} aria-label={copy.allOrders}>
      {/* The pages after the first one follow its last order. */}
      <AsOf at={first.at} onReconnect={() => older.length === 0 && first.reload()} />
      <OrderList
        {...first}
        value={value}
        renderNote={({ username }) => `· ${username === null ? copy.visitor : `@${username}`}`}
      />
      {oldest !== undefined && (
        <Button kind="outline" size="s" busy={isBusy} onClick={() => void more(oldest)}>
          {copy.older}
        </Button>
      )}
    </section>
  );
}
