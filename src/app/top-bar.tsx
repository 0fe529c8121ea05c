import { WaitingPill } from '#features/outbox/waiting-pill.tsx';
import { StatusFlag } from '#features/sync/status-flag.tsx';
import { StatusText } from '#features/sync/status-text.tsx';
import { shellCopy } from '#copy/shell.ts';
import { titlesCopy } from '#copy/titles.ts';
import { BellIcon } from '#ui/icons/icons.tsx';
import { Link } from '#ui/link.tsx';
import { AccountMenu } from './account-menu.tsx';
import { LaterUnreadNotifications } from './parts.ts';
import styles from './top-bar.module.css';
import { useSession } from './use-account.ts';

/** The feed's bar: flag, status, unsent count; on phones the notifications, on tablets the account. */
export function TopBar() {
  const member = useSession().kind === 'member';
  return (
    <header className={styles.bar} data-top-bar="page">
      <StatusFlag className={styles.flag} />
      <div className={styles.brand}>
        <b>{shellCopy.name}</b>
        <span className={styles.status} data-status="text">
          <StatusText />
        </span>
      </div>
      <WaitingPill />
      {member && (
        <>
          <Link to="/notifications" className={styles.bell}>
            <BellIcon />
            <span className="sr">{titlesCopy.notifications}</span>
            <LaterUnreadNotifications />
          </Link>
          <AccountMenu within="bar" />
        </>
      )}
    </header>
  );
}
