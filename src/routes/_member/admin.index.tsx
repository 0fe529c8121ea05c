import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '#features/admin/admin-page.tsx';
import { AdsTab } from '#features/managed-ads/ads-tab.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/admin/')({
  validateSearch: ({ view }: Record<string, unknown>): { view?: string | undefined } => ({
    view: typeof view === 'string' ? view : undefined,
  }),
  staticData: { title: titles.admin, isBroad: true },
  component: AdminScreen,
});

function AdminScreen() {
  const { view } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <PageBar title={titles.admin} start={<BackLink />} note={<PageStatus />} />
      <AdminPage
        view={view}
        onView={(next) => void navigate({ search: { view: next }, replace: true })}
        ads={<AdsTab />}
      />
    </>
  );
}
