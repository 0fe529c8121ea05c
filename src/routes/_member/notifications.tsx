import { createFileRoute } from '@tanstack/react-router';
import { NotificationsPage } from '#features/notifications/notifications-page.tsx';
import { NotificationSettingsLink } from '#features/notifications/settings-link.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/_member/notifications')({
  staticData: { title: titles.notifications },
  component: withBar(NotificationsPage, { status: true, waiting: true, end: NotificationSettingsLink }),
});
