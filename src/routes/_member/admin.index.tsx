import { createFileRoute } from '@tanstack/react-router';
import { AdminPage } from '#features/admin/admin-page.tsx';
import { AdsTab } from '#features/managed-ads/ads-tab.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/_member/admin/')({
  validateSearch: ({ view }: Record<string, unknown>): { view?: string | undefined } => ({
    view: typeof view === 'string' ? view : undefined,
  }),
  staticData: { title: titles.admin, isBroad: true },
  component: withBar(AdminScreen, { status: true }),
});

function AdminScreen() {
  const { view } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AdminPage
      view={view}
      onView={(next) => void navigate({ search: { view: next }, replace: true })}
      ads={<AdsTab />}
    />
  );
}
