import { useRouterState } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { SetupNote } from '#features/me/setup-note.tsx';
import { PanelHost } from '#features/moderation/panel-host.tsx';
import { Toaster } from '#ui/toaster.tsx';
import { useMedia } from '#ui/use-media.ts';
import { AbovePage } from './above-page.tsx';

/** From here on the sidebar has the invitation. */
const DESK = '(min-width: 1200px)';

/** What no first screen has: toasts, notices above each page, the panel of staff, and on the feed the invitation to choose a username. */
export function Notes(props: ComponentProps<typeof Toaster>) {
  const isFeed = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname === '/' });
  const isDesk = useMedia(DESK);
  return (
    <>
      <Toaster {...props} />
      <AbovePage />
      <PanelHost />
      {isFeed && !isDesk && <SetupNote />}
    </>
  );
}
