import { createFileRoute } from '@tanstack/react-router';
import { EditAd } from '#features/managed-ads/edit-ad.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/admin/ads/edit/$id')({
  staticData: { title: titles.adEdit, isBroad: true, hideDock: true, gate: 'ceo' },
  component: EditAdScreen,
});

function EditAdScreen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <>
      <PageBar title={titles.adEdit} start={<BackLink to="/admin/ads" />} note={<PageStatus />} />
      <EditAd key={id} id={id} onSaved={() => void navigate({ to: '/admin/ads' })} />
    </>
  );
}
