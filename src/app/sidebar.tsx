import { useRouterState } from '@tanstack/react-router';
import { SideAd } from '#features/ads/side-ad.tsx';
import { Boards } from '#features/boards/boards.tsx';
import { SetupPart } from '#features/me/setup-note.tsx';
import { Donation } from '#features/merch/donation.tsx';
import { shellCopy } from '#copy/shell.ts';
import { sidebarCopy } from '#copy/sidebar.ts';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { SidePart } from '#ui/side-part.tsx';
import { donateUrl } from './links.ts';
import styles from './sidebar.module.css';
import { useSession } from './use-account.ts';

const useIsAt = (path: string): boolean =>
  useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname === path });

/** Beside the content on wide screens, which stays usable when a part of this fails. */
export function Sidebar() {
  const guest = useSession().kind === 'guest';
  const isSetUp = useIsAt('/editprofile');
  const isSupport = useIsAt('/support');
  return (
    <aside data-later className={styles.side} aria-label={sidebarCopy.label}>
      <ErrorBoundary>
        {guest && (
          <SidePart title={sidebarCopy.guestTitle}>
            <p>{sidebarCopy.guestText}</p>
            <LinkButton to="/signup" kind="ink" size="s">
              {shellCopy.signUp}
            </LinkButton>
          </SidePart>
        )}
        <Boards />
        {!isSupport && <Donation donateUrl={donateUrl()} />}
        {/* Below the other parts: it appears once the profile is known, and must not move what is above. */}
        {!guest && !isSetUp && <SetupPart />}
        <SideAd />
      </ErrorBoundary>
    </aside>
  );
}
