import { supportCopy as copy } from '#copy/support.ts';
import { TextLink } from '#ui/text-link.tsx';
import { MyOrders } from './my-orders.tsx';
import styles from './merch-page.module.css';

/** The member's orders without the shop, for the settings. */
export function OrdersPage() {
  return (
    <div className={styles.page}>
      <MyOrders />
      <p className={`${styles.quiet} ${styles.foot}`}>
        {copy.payNote} <TextLink to="/merch">{copy.shop}</TextLink>
      </p>
    </div>
  );
}
