import { Outlet } from '@tanstack/react-router';
import { ConnectionAnnouncer } from '#features/sync/connection-announcer.tsx';
import { shellCopy } from '#copy/shell.ts';
import { useMedia } from '#ui/use-media.ts';
import { Dock } from './dock.tsx';
import { Footer } from './footer.tsx';
import { LaterDeviceNotice, LaterNotes, LaterSidebar } from './parts.ts';
import { Shortcuts } from './shortcuts.tsx';
import { SideNav } from './side-nav.tsx';
import styles from './shell.module.css';
import { useArrival } from './use-arrival.ts';

/** The width from which the navigation has labels and there is room for the sidebar. */
const DESK = '(min-width: 1200px)';

/** Everything around the screen: navigation, sidebar, footer, toasts. */
export function Shell() {
  const { mainRef, hideDock, isBroad } = useArrival();
  const wide = useMedia(DESK);
  return (
    <>
      <a className={styles.skip} href="#main">
        {shellCopy.skip}
      </a>
      <div className={styles.app} data-broad={isBroad}>
        <SideNav />
        {/* Before the feed, because keyboard focus never reaches the end of it. */}
        {!hideDock && <Dock />}
        <main ref={mainRef} id="main" tabIndex={-1} className={styles.main}>
          <LaterDeviceNotice />
          <Outlet />
        </main>
        {wide && !isBroad && <LaterSidebar />}
        <Footer />
      </div>
      <LaterNotes label={shellCopy.notifications} dismissLabel={shellCopy.dismiss} />
      <ConnectionAnnouncer />
      <Shortcuts />
    </>
  );
}
