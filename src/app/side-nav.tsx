import { WaitingBadge } from '#features/outbox/waiting-pill.tsx';
import { StatusFlag } from '#features/sync/status-flag.tsx';
import { StatusText } from '#features/sync/status-text.tsx';
import { shellCopy } from '#copy/shell.ts';
import { titlesCopy } from '#copy/titles.ts';
import {
  ComposeIcon,
  FeedIcon,
  LogInIcon,
  OutboxIcon,
  SearchIcon,
  SettingsIcon,
  AddPersonIcon,
  UsersIcon,
} from '#ui/icons/icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { NavItem } from './nav-item.tsx';
import { LaterAccountLinks } from './parts.ts';
import styles from './side-nav.module.css';
import { useAccountName, useSession } from './use-account.ts';

/** Icon rail from 768 px, full navigation from 1200 px. */
export function SideNav() {
  const member = useSession().kind === 'member';
  const name = useAccountName();
  return (
    <header className={styles.nav}>
      <div className={styles.logo}>
        <StatusFlag className={styles.flag} />
        <div>
          <b>{shellCopy.name}</b>
          <small data-status="text">
            <StatusText />
          </small>
        </div>
      </div>
      <nav aria-label={shellCopy.mainNavigation}>
        <NavItem to="/" icon={<FeedIcon />} label={shellCopy.feed} />
        <NavItem to="/search" icon={<SearchIcon />} label={titlesCopy.search} />
        <NavItem to="/members" icon={<UsersIcon />} label={titlesCopy.members} />
        {member && (
          <NavItem
            to="/outbox"
            icon={<OutboxIcon />}
            label={shellCopy.outbox}
            badge={<WaitingBadge className={styles.badge} />}
          />
        )}
        <NavItem to="/settings" icon={<SettingsIcon />} label={shellCopy.settings} />
        {!member && (
          <>
            <NavItem to="/login" icon={<LogInIcon />} label={shellCopy.logIn} />
            <NavItem to="/signup" icon={<AddPersonIcon />} label={shellCopy.signUp} />
          </>
        )}
        <LinkButton to="/create-post" kind="make" className={styles.make} aria-label={shellCopy.newPost}>
          <ComposeIcon />
          <span>{shellCopy.newPost}</span>
        </LinkButton>
      </nav>
      {member && (
        <div className={styles.account}>
          <p className={styles.who}>{shellCopy.signedInAs(name)}</p>
          <LaterAccountLinks />
        </div>
      )}
    </header>
  );
}
