import { Outlet } from '@tanstack/react-router';
import { DeviceNotice } from '#features/sync/device-notice.tsx';
import { ConnectionAnnouncer } from '#features/sync/connection-announcer.tsx';
import { shellCopy } from '#copy/shell.ts';
import { Toaster } from '#ui/toaster.tsx';
import { Dock } from './dock.tsx';
import { Footer } from './footer.tsx';
import { InstallHint } from './install-hint.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { SideNav } from './side-nav.tsx';
import { Sidebar } from './sidebar.tsx';
import styles from './shell.module.css';
import { useArrival } from './use-arrival.ts';

/** Everything round the screen: navigation, sheet, sidebar, footer, notices. */
export function Shell() {
  const { mainRef, hideDock } = useArrival();
  return (
    <>
      <a className={styles.skip} href="#main">
        {shellCopy.skip}
      </a>
      <div className={styles.app}>
        <SideNav />
        <main ref={mainRef} id="main" tabIndex={-1} className={styles.main}>
          <InstallHint />
          <DeviceNotice />
          <Outlet />
        </main>
        <Sidebar />
        <Footer />
        {!hideDock && <Dock />}
      </div>
      <Toaster label={shellCopy.notifications} dismissLabel={shellCopy.dismiss} />
      <ConnectionAnnouncer />
      <Shortcuts />
    </>
  );
}
