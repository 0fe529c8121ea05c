import { useRouterState } from '@tanstack/react-router';
import { useEffect, type ComponentProps } from 'react';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { SetupNote } from '#features/me/setup-note.tsx';
import { PanelHost } from '#features/moderation/panel-host.tsx';
import { ConnectionAnnouncer } from '#features/sync/connection-announcer.tsx';
import { reading } from '#features/read-aloud/reader.ts';
import { ReadingBar } from '#features/read-aloud/reading-bar.tsx';
import { useStore } from '#lib/use-store.ts';
import { Toaster } from '#ui/toaster.tsx';
import { followBars } from '#ui/follow-bars.ts';
import { followKeyboard } from '#ui/follow-keyboard.ts';
import { later } from '#ui/later.tsx';
import { useMedia } from '#ui/use-media.ts';
import { AbovePage } from './above-page.tsx';
import { InstallHint, useInstallHint } from './install-hint.tsx';
import { UpdateNote, useUpdateNote } from './update-note.tsx';

/** From here on the sidebar has the invitation. */
const DESK = '(min-width: 1200px)';

const OpenedViewer = later(async () => (await import('./opened-viewer.tsx')).OpenedViewer);

/**
 * What no first screen needs: toasts, screen reader status, opened picture, new version, hints, notices, staff panel.
 */
export function Notes(props: ComponentProps<typeof Toaster>) {
  const isFeed = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname === '/' });
  const isViewing = useRouterState({ select: ({ location }) => location.state.viewer !== undefined });
  const isDesk = useMedia(DESK);
  // A composer has its own bar there, and somebody who is writing.
  const isWriting = useRouterState({ select: ({ matches }) => matches.some(({ staticData }) => staticData.hideDock) });
  const path = useRouterState({ select: ({ location }) => location.pathname + location.searchStr });
  const account = accountOf(useStore(sessionStore));
  const isReading = useStore(reading) !== null;
  useEffect(followKeyboard, []);
  useEffect(followBars, []);
  // One at a time.
  const isUpdate = useUpdateNote() && !isWriting && !isReading;
  const isInstall = useInstallHint() && !isUpdate && !isReading && isFeed;
  return (
    <>
      <Toaster {...props} />
      <ConnectionAnnouncer />
      <AbovePage />
      <PanelHost />
      {isViewing && <OpenedViewer />}
      {isReading && <ReadingBar screen={`${account} ${path}`} />}
      {isUpdate && <UpdateNote />}
      {isInstall && <InstallHint />}
      {isFeed && !isDesk && !isUpdate && !isInstall && !isReading && <SetupNote />}
    </>
  );
}
