import { createFileRoute } from '@tanstack/react-router';
import { AdForm } from '#features/managed-ads/ad-form.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/admin/ads/new')({
  staticData: { title: titles.adNew, isBroad: true, hideDock: true, gate: 'ceo' },
  component: NewAdScreen,
});

function NewAdScreen() {
  const navigate = Route.useNavigate();
  return (
    <>
      <PageBar title={titles.adNew} start={<BackLink to="/admin/ads" />} note={<PageStatus />} />
      <AdForm ad={null} onSaved={() => void navigate({ to: '/admin/ads' })} />
    </>
  );
}
