import { useRouter, useRouterState } from '@tanstack/react-router';
import { Viewer } from '#features/photos/viewer.tsx';

/** The pictures that were opened on this screen, which stays as it is below them. Back closes them. */
export function OpenedViewer() {
  const { history, navigate } = useRouter();
  const pictures = useRouterState({ select: ({ location }) => location.state.viewer });
  if (!pictures) return null;
  const { post, comment } = pictures;
  const move = (at: number) =>
    void navigate({
      to: '.',
      search: true,
      state: { viewer: { ...pictures, at } },
      mask: { to: '/fullscreenimagemodal', search: { post, comment, at } },
      replace: true,
      resetScroll: false,
    });
  return <Viewer pictures={pictures} onMove={move} onClose={() => history.back()} />;
}
