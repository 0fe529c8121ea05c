import { useState } from 'react';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { AdsPage } from './ads-page.tsx';
import styles from './ads-page.module.css';
import { PageViews } from './page-views.tsx';

const VIEWS = [
  { value: 'ads', label: copy.ads },
  { value: 'page-views', label: copy.pageViews },
] as const;

/** The content of the tab Ad Management. */
export function AdsTab() {
  const [view, setView] = useState<'ads' | 'page-views'>('ads');
  return (
    <>
      <div className={styles.view}>
        <Segmented legend={copy.view} value={view} choices={VIEWS} onChange={setView} />
      </div>
      {view === 'ads' ? (
        <ReplicaGate fallback={<output className={styles.note}>{copy.loading}</output>}>
          <AdsPage />
        </ReplicaGate>
      ) : (
        <PageViews />
      )}
    </>
  );
}
