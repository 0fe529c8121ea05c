import { useCallback, useState } from 'react';
import { supportCopy as copy } from '#copy/support.ts';
import { allOrders } from '#features/merch/mutations.ts';
import { OrderList } from '#features/merch/orders.tsx';
import { Button } from '#ui/button.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import styles from './ads-page.module.css';

/** As many as the server sends at once. */
const PAGE = 100;

/** All orders of the shop, newest first, for the ceo. They are not stored on the device. */
export function AllOrders() {
  const [before, setBefore] = useState<string | null>(null);
  const answer = useAnswer(useCallback(() => allOrders(before), [before]));
  const oldest = answer.value?.length === PAGE ? answer.value.at(-1)?.created_at : undefined;
  return (
    <section className={styles.views} aria-label={copy.allOrders}>
      <OrderList {...answer} renderNote={({ username }) => `· ${username === null ? copy.visitor : `@${username}`}`} />
      {oldest !== undefined && (
        <Button kind="outline" size="s" onClick={() => setBefore(oldest)}>
          {copy.older}
        </Button>
      )}
    </section>
  );
}
