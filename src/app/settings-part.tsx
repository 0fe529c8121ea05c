import { SessionsPage } from '#features/account/sessions-page.tsx';
import { OrdersPage } from '#features/merch/orders-page.tsx';
import { NotificationsPage } from '#features/notification-settings/notifications-page.tsx';
import { RangePage } from '#features/range/range-page.tsx';
import { StoragePage } from '#features/settings/storage-page.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { BackLink } from './back-link.tsx';
import { NotFoundScreen } from './dead-end-screen.tsx';
import { PageStatus } from './page-status.tsx';
import { titles } from './titles.ts';
import { useAccountName } from './use-account.ts';

/** A page of the settings. One route for all of them, because each route adds to the first chunk. */
export function SettingsPart({ part }: { part: string }) {
  const name = useAccountName();
  const title = (titles.settingsParts as Readonly<Record<string, string>>)[part];
  if (!title) return <NotFoundScreen />;
  return (
    <>
      <PageBar title={title} start={<BackLink to="/settings" />} note={<PageStatus />} />
      {part === 'range' && <RangePage />}
      {part === 'storage' && <StoragePage />}
      {part === 'notifications' && <NotificationsPage />}
      {part === 'sessions' && <SessionsPage name={name} />}
      {part === 'orders' && <OrdersPage />}
    </>
  );
}
