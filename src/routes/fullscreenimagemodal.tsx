import { createFileRoute } from '@tanstack/react-router';
import { ViewerPage } from '#features/photos/viewer-page.tsx';
import { readViewerAddress } from '#app/viewer-search.ts';
import { titles } from '#app/titles.ts';

/** A link to one picture. Inside the app the viewer opens above the screen, under the same address. */
export const Route = createFileRoute('/fullscreenimagemodal')({
  validateSearch: readViewerAddress,
  staticData: { title: titles.picture, hideDock: true },
  component: Picture,
});

function Picture() {
  const address = Route.useSearch();
  const navigate = Route.useNavigate();
  const leave = () =>
    void (address.post
      ? navigate({ to: '/posts/$postId', params: { postId: address.post }, replace: true })
      : navigate({ to: '/', replace: true }));
  const move = (at: number) => void navigate({ search: { ...address, at }, replace: true, resetScroll: false });
  return <ViewerPage address={address} onMove={move} onClose={leave} />;
}
