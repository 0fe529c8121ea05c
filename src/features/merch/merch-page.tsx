import { useState } from 'react';
import { supportCopy } from '#copy/support.ts';
import { Button } from '#ui/button.tsx';
import { MyOrders } from './my-orders.tsx';
import { Sticker } from './sticker.tsx';
import styles from './merch-page.module.css';
import { createCheckoutSession } from './mutations.ts';

interface MerchPageProps {
  /** The result in Stripe's return address, only for display. The order depends on Stripe's message to the server. */
  outcome: 'success' | 'canceled' | null;
  /** A member has orders. */
  isMember: boolean;
}

export function MerchPage({ outcome, isMember }: MerchPageProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const buy = async () => {
    setBusy(true);
    setProblem(null);
    const result = await createCheckoutSession();
    if (result.ok) {
      // Stays busy until the page is left, because a second tap would create a second order.
      location.assign(result.url);
      return;
    }
    setBusy(false);
    setProblem(result.offline ? supportCopy.offline : supportCopy.failed);
  };
  return (
    <div className={styles.page}>
      {outcome && <output className={styles.outcome}>{supportCopy[outcome]}</output>}
      <section className={styles.item}>
        <Sticker />
        <div className={styles.words}>
          <h2>{supportCopy.stickerTitle}</h2>
          <p>{supportCopy.stickerText}</p>
          <p className={styles.price}>{supportCopy.price}</p>
          <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
          <div>
            <Button busy={busy} onClick={() => void buy()}>
              {busy ? supportCopy.processing : supportCopy.buy}
            </Button>
          </div>
          <p className={styles.quiet}>{supportCopy.payNote}</p>
        </div>
      </section>
      {isMember && (
        <section className={styles.orders}>
          <h2>{supportCopy.orders}</h2>
          <MyOrders />
        </section>
      )}
    </div>
  );
}
