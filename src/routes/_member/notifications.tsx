import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '#features/notifications/notifications-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { NotificationSettingsLink } from '#features/notifications/settings-link.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { PageWaiting } from '#app/page-waiting.tsx';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/_member/notifications')({
  staticData: { title: titles.notifications },
  component: NotificationsScreen,
});

function NotificationsScreen() {
  return (
    <>
      <PageBar
        title={titles.notifications}
        start={<BackLink />}
        note={<PageStatus />}
        end={
          <>
            <PageWaiting />
            <NotificationSettingsLink />
          </>
        }
      />
      <NotificationsPage />
    </>
  );
}
