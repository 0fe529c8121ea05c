import { NavLink } from '#ui/link.tsx';
import { shellCopy } from '#copy/shell.ts';
import { titlesCopy } from '#copy/titles.ts';
import { AddPersonIcon, ComposeIcon, FeedIcon, LogInIcon, MailIcon, SearchIcon } from '#ui/icons/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './dock.module.css';
import { LaterUnreadMessages } from './parts.ts';
import { useSession } from './use-account.ts';

/** The bottom bar on phones: navigation, with the one orange button in the middle, within reach of the thumb. */
export function Dock() {
  const member = useSession().kind === 'member';
  return (
    <nav className={styles.dock} aria-label={shellCopy.mainNavigation}>
      <ul>
        <li>
          <NavLink to="/" className={styles.item}>
            <FeedIcon />
            {shellCopy.feed}
          </NavLink>
        </li>
        <li>
          <NavLink to="/search" className={styles.item}>
            <SearchIcon />
            {titlesCopy.search}
          </NavLink>
        </li>
        <li>
          <NavLink to="/create-post" className={styles.make} aria-label={shellCopy.newPost}>
            <ComposeIcon size="l" />
          </NavLink>
        </li>
        {member ? (
          <>
            <li>
              <NavLink to="/messages" className={styles.item}>
                <MailIcon />
                {titlesCopy.messages}
                <LaterUnreadMessages />
              </NavLink>
            </li>
            <li>
              <AccountMenu within="dock" />
            </li>
          </>
        ) : (
          <>
            <li>
              <NavLink to="/login" className={styles.item}>
                <LogInIcon />
                {shellCopy.logIn}
              </NavLink>
            </li>
            <li>
              <NavLink to="/signup" className={styles.item}>
                <AddPersonIcon />
                {shellCopy.signUp}
              </NavLink>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
}
