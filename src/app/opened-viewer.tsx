import { useRouter, useRouterState } from '@tanstack/react-router';
import { Viewer } from '#features/photos/viewer.tsx';

/** The pictures that were opened on this screen, which stays as it is below them. Back closes them. */
export function OpenedViewer() {
  const { history } = useRouter();
  const pictures = useRouterState({ select: ({ location }) => location.state.viewer });
  return pictures && <Viewer pictures={pictures} onClose={() => history.back()} />;
}
