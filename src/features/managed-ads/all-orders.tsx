import type { PlacedOrder } from '#contract/orders.ts';
import { supportCopy as copy } from '#copy/support.ts';
import { AsOf } from '#features/admin/as-of.tsx';
import { allOrders } from '#features/merch/mutations.ts';
import { OrderList } from '#features/merch/orders.tsx';
import { Button } from '#ui/button.tsx';
import { usePages } from '#ui/use-pages.ts';
import styles from './ads-page.module.css';

/** As many as the server sends at once. */
const PAGE = 100;
const isFull = (page: readonly PlacedOrder[]): boolean => page.length === PAGE;
const load = (before: readonly PlacedOrder[][]) => allOrders(before.at(-1)?.at(-1)?.created_at ?? null);
const textOf = ({ code }: { code: string }) => (code === 'offline' ? copy.ordersOffline : copy.ordersFailed);

/** All orders of the shop, newest first, for the ceo. They are not stored on the device. */
export function AllOrders() {
  const { pages, more, isBusy, ...answer } = usePages(load, isFull, textOf);
  return (
    <section className={styles.views} aria-label={copy.allOrders}>
      <AsOf at={answer.at} onReconnect={answer.reload} />
      <OrderList
        {...answer}
        value={pages && pages.flat()}
        renderNote={({ username }) => `· ${username === null ? copy.visitor : `@${username}`}`}
      />
      {more && (
        <Button kind="outline" size="s" busy={isBusy} onClick={more}>
          {copy.older}
        </Button>
      )}
    </section>
  );
}
