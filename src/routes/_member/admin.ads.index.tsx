import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '#features/admin/admin-page.tsx';
import { AdsTab } from '#features/managed-ads/ads-tab.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/_member/admin/ads/')({
  staticData: { title: titles.admin, isBroad: true },
  component: withBar(AdsScreen, { status: true }),
});

/** The dashboard with its tab Ad Management; another tab leads to /admin. */
function AdsScreen() {
  const navigate = Route.useNavigate();
  return (
    <AdminPage
      view="ads"
      onView={(view) => void navigate({ to: '/admin', search: { view }, replace: true })}
      ads={<AdsTab />}
    />
  );
}
