import { createFileRoute } from '@tanstack/react-router';
import { EditAd } from '#features/managed-ads/edit-ad.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/_member/admin/ads/edit/$id')({
  staticData: { title: titles.adEdit, isBroad: true, hideDock: true, gate: 'ceo' },
  component: withBar(EditAdScreen, { back: '/admin/ads', status: true }),
});

function EditAdScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return <EditAd key={id} id={id} onSaved={() => void navigate({ to: '/admin/ads' })} />;
}
