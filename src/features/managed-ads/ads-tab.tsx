import { useState } from 'react';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { Segmented } from '#ui/segmented.tsx';
import { AllOrders } from './all-orders.tsx';
import { AdsPage } from './ads-page.tsx';
import styles from './ads-page.module.css';
import { PageViews } from './page-views.tsx';

const VIEWS = [
  { value: 'ads', label: copy.ads },
  { value: 'page-views', label: copy.pageViews },
  { value: 'orders', label: copy.orders },
] as const;

export function AdsTab() {
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('ads');
  return (
    <>
      <div className={styles.view}>
        <Segmented legend={copy.view} value={view} choices={VIEWS} onChange={setView} />
      </div>
      {view === 'ads' && <AdsPage />}
      {view === 'page-views' && <PageViews />}
      {view === 'orders' && <AllOrders />}
    </>
  );
}
