import { Outlet } from '@tanstack/react-router';
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

// One constant element, because a navigation renders the shell three times, each time with thirty links.
const sideNav = <SideNav />;
const dock = <Dock />;
const deviceNotice = <LaterDeviceNotice />;
const sidebar = <LaterSidebar />;
const below = (
  <>
    <LaterNotes label={shellCopy.notifications} dismissLabel={shellCopy.dismiss} />
    <Shortcuts />
  </>
);
const footer = <Footer />;

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
        {sideNav}
        {/* Before the feed, because keyboard focus never reaches the end of it. */}
        {!hideDock && dock}
        <main ref={mainRef} id="main" tabIndex={-1} className={styles.main}>
          {deviceNotice}
          <Outlet />
        </main>
        {wide && !isBroad && sidebar}
        {footer}
      </div>
      {below}
    </>
  );
}
