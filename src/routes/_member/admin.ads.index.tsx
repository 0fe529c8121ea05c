import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '#features/admin/admin-page.tsx';
import { AdsTab } from '#features/managed-ads/ads-tab.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/admin/ads/')({
  staticData: { title: titles.admin, isBroad: true },
  component: AdsScreen,
});

/** The dashboard with its tab Ad Management; another tab leads to /admin. */
function AdsScreen() {
  const navigate = Route.useNavigate();
  return (
    <>
      <PageBar title={titles.admin} start={<BackLink />} note={<PageStatus />} />
      <AdminPage
        view="ads"
        onView={(view) => void navigate({ to: '/admin', search: { view }, replace: true })}
        ads={<AdsTab />}
      />
    </>
  );
}
