import { useRouterState } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { SetupNote } from '#features/me/setup-note.tsx';
import { PanelHost } from '#features/moderation/panel-host.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { later } from '#ui/later.tsx';
import { useMedia } from '#ui/use-media.ts';
import { AbovePage } from './above-page.tsx';

/** From here on the sidebar has the invitation. */
const DESK = '(min-width: 1200px)';

const OpenedViewer = later(async () => (await import('./opened-viewer.tsx')).OpenedViewer);

/** What no first screen has: toasts, an opened picture, notices above each page, the panel of staff, and on the feed the invitation to choose a username. */
export function Notes(props: ComponentProps<typeof Toaster>) {
  const isFeed = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname === '/' });
  const isViewing = useRouterState({ select: ({ location }) => location.state.viewer !== undefined });
  const isDesk = useMedia(DESK);
  return (
    <>
      <Toaster {...props} />
      <AbovePage />
      <PanelHost />
      {isViewing && <OpenedViewer />}
      {isFeed && !isDesk && <SetupNote />}
    </>
  );
}
