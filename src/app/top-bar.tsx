import { WaitingPill } from '#features/outbox/waiting-pill.tsx';
import { StatusFlag } from '#features/sync/status-flag.tsx';
import { StatusText } from '#features/sync/status-text.tsx';
import { shellCopy } from '#copy/shell.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './top-bar.module.css';
import { useSession } from './use-session.ts';

/** The feed's bar on phones and tablets: flag, status text, number of unsent items; on tablets also the account. */
export function TopBar() {
  const member = useSession().kind === 'member';
  return (
    <header className={styles.bar}>
      <StatusFlag className={styles.flag} />
      <div className={styles.brand}>
        <b>{shellCopy.name}</b>
        <span className={styles.status} data-status="text">
          <StatusText />
        </span>
      </div>
      <WaitingPill />
      {member && <AccountMenu place="bar" />}
    </header>
  );
}
