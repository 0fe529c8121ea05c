import { type ReactNode, useCallback } from 'react';
import { adminCopy } from '#copy/admin.ts';
import { useMe } from '#features/me/queries.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { Tabs } from '#ui/tabs.tsx';
import styles from './admin-page.module.css';
import { FutureTools } from './future-tools.tsx';
import { staffOverview } from './mutations.ts';
import { groupReports, useFlaggedPosts, useOpenReports } from './queries.ts';
import { Queue } from './queue.tsx';
import { StaffLog } from './staff-log.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { Users } from './users.tsx';

const TABS = [
  { value: 'users', label: adminCopy.users },
  { value: 'ads', label: adminCopy.ads },
  { value: 'future', label: adminCopy.future },
] as const;
const VIEWS = [
  { value: 'users', label: adminCopy.viewUsers },
  { value: 'queue', label: adminCopy.viewQueue },
  { value: 'log', label: adminCopy.viewLog },
] as const;

interface ViewsProps {
  part: (typeof VIEWS)[number]['value'];
  /** On the server. */
  openCases: number;
  onView: (view: string) => void;
}

/** With the number of what waits in the queue. */
function Views({ part, openCases, onView }: ViewsProps) {
  const count = openCases + groupReports(useOpenReports().rows).length + useFlaggedPosts().rows.length;
  const choices = VIEWS.map(({ value, label }) => ({
    value,
    label: value === 'queue' && count > 0 ? adminCopy.queueCount(count) : label,
  }));
  return <Segmented legend={adminCopy.views} value={part} choices={choices} onChange={onView} />;
}

interface AdminPageProps {
  /** From the address: a tab, or a view of the first tab. */
  view: string | undefined;
  onView: (view: string) => void;
  /** The tab Ad Management, for the ceo. */
  ads: ReactNode;
}

/** §2: /admin. What the ceo alone may do is not offered to admins; the server checks it again. */
export function AdminPage({ view = 'users', onView, ads }: AdminPageProps) {
  const isCeo = useMe()?.role === 'ceo';
  const overview = useAnswer(useCallback(() => staffOverview(), []));
  const tab = TABS.find(({ value }) => value === view)?.value ?? 'users';
  const part = VIEWS.find(({ value }) => value === view)?.value ?? 'users';
  return (
    <Tabs label={adminCopy.tabs} tabs={TABS} value={tab} onChange={onView}>
      {tab === 'users' && (
        <>
          <div className={styles.views}>
            <ReplicaGate
              fallback={<Segmented legend={adminCopy.views} value={part} choices={VIEWS} onChange={onView} />}
            >
              <Views part={part} openCases={overview.value?.open_cases ?? 0} onView={onView} />
            </ReplicaGate>
          </div>
          <ReplicaGate fallback={<output className={styles.wait}>{adminCopy.loading}</output>}>
            {part === 'users' && <Users isCeo={isCeo} overview={overview.value} onChanged={overview.reload} />}
            {part === 'queue' && <Queue onHandled={overview.reload} />}
            {part === 'log' && <StaffLog />}
          </ReplicaGate>
        </>
      )}
      {tab === 'ads' && (isCeo ? ads : <p className={styles.wait}>{adminCopy.accessDenied}</p>)}
      {tab === 'future' && <FutureTools isCeo={isCeo} overview={overview} />}
    </Tabs>
  );
}
