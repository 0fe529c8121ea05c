import { Link } from '@tanstack/react-router';
import { shellCopy } from '#copy/shell.ts';
import { titlesCopy } from '#copy/titles.ts';
import { AddPersonIcon, ComposeIcon, FeedIcon, LogInIcon, MailIcon, SearchIcon } from '#ui/icons/icons.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './dock.module.css';
import { LaterUnreadMessages } from './parts.ts';
import { useSession } from './use-session.ts';

/** The bottom bar on phones: navigation, with the one orange button in the middle, within reach of the thumb. */
export function Dock() {
  const member = useSession().kind === 'member';
  return (
    <nav className={styles.dock} aria-label={shellCopy.mainNavigation}>
      <ul>
        <li>
          <Link to="/" className={styles.item}>
            <FeedIcon />
            {shellCopy.feed}
          </Link>
        </li>
        <li>
          <Link to="/search" className={styles.item}>
            <SearchIcon />
            {titlesCopy.search}
          </Link>
        </li>
        <li>
          <Link to="/create-post" className={styles.make} aria-label={shellCopy.newPost}>
            <ComposeIcon size="l" />
          </Link>
        </li>
        {member ? (
          <>
            <li>
              <Link to="/messages" className={styles.item}>
                <MailIcon />
                {titlesCopy.messages}
                <LaterUnreadMessages />
              </Link>
            </li>
            <li>
              <AccountMenu place="dock" />
            </li>
          </>
        ) : (
          <>
            <li>
              <Link to="/login" className={styles.item}>
                <LogInIcon />
                {shellCopy.logIn}
              </Link>
            </li>
            <li>
              <Link to="/signup" className={styles.item}>
                <AddPersonIcon />
                {shellCopy.signUp}
              </Link>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
}
