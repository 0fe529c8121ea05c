import { type ReactNode, useCallback } from 'react';
import type { StaffOverview } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { useMe } from '#features/me/queries.ts';
import { formatLogTime } from '#lib/log-time.ts';
import { Segmented } from '#ui/segmented.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import styles from './admin-page.module.css';
import { FutureTools } from './future-tools.tsx';
import { staffOverview } from './mutations.ts';
import { groupReports, useFlaggedPosts, useOpenReports } from './queries.ts';
import { Queue } from './queue.tsx';
import { StaffLog } from './staff-log.tsx';
import { useAnswer } from '#ui/use-answer.ts';
import { useNow } from '#ui/use-now.ts';
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
  /** Of the cases on the server; null: not known. */
  overview: StaffOverview | null;
  onView: (view: string) => void;
}

/** With the number of what waits in the queue, and since when. */
function Views({ part, overview, onView }: ViewsProps) {
  const now = useNow();
  const reported = groupReports(useOpenReports().rows);
  const flagged = useFlaggedPosts().rows;
  const count = (overview?.open_cases ?? 0) + reported.length + flagged.length;
  const times = [
    overview?.oldest_case ?? '',
    ...reported.flatMap(({ reports }) => reports.map(({ createdAt }) => createdAt)),
    ...flagged.map(({ flaggedAt }) => flaggedAt),
  ].flatMap((iso) => Date.parse(iso) || []);
  const choices = VIEWS.map(({ value, label }) => ({
    value,
    label: value === 'queue' && count > 0 ? adminCopy.queueCount(count) : label,
  }));
  return (
    <>
      <Segmented legend={adminCopy.views} value={part} choices={choices} onChange={onView} />
      {part === 'queue' && times.length > 0 && (
        <p className={styles.oldest}>
          {adminCopy.openSince(count)}
          <time>{formatLogTime(new Date(Math.min(...times)), new Date(now))}</time>
        </p>
      )}
    </>
  );
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
            <Views part={part} overview={overview.value} onView={onView} />
          </div>
          {part === 'users' && <Users isCeo={isCeo} overview={overview.value} onChanged={overview.reload} />}
          {part === 'queue' && <Queue onHandled={overview.reload} />}
          {part === 'log' && <StaffLog />}
        </>
      )}
      {tab === 'ads' && (isCeo ? ads : <WaitLine>{adminCopy.accessDenied}</WaitLine>)}
      {tab === 'future' && <FutureTools isCeo={isCeo} overview={overview} />}
    </Tabs>
  );
}
