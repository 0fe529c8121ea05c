import { createFileRoute } from '@tanstack/react-router';
import { AdForm } from '#features/managed-ads/ad-form.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/_member/admin/ads/new')({
  staticData: { title: titles.adNew, isBroad: true, hideDock: true, gate: 'ceo' },
  component: withBar(NewAdScreen, { back: '/admin/ads', status: true }),
});

function NewAdScreen() {
  const navigate = Route.useNavigate();
  return <AdForm ad={null} onSaved={() => void navigate({ to: '/admin/ads' })} />;
}
