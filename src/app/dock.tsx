import { Link } from '@tanstack/react-router';
import { shellCopy } from '#copy/shell.ts';
import { ComposeIcon, FeedIcon, OutboxIcon, SignUpIcon } from '#ui/icons/icons.tsx';
import styles from './dock.module.css';
import { useSession } from './use-session.ts';

/** The phone's foot: what exists, with the one orange button in the middle. */
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
          <Link to="/create-post" className={styles.make} aria-label={shellCopy.newPost}>
            <ComposeIcon size="l" />
          </Link>
        </li>
        <li>
          {member ? (
            <Link to="/outbox" className={styles.item}>
              <OutboxIcon />
              {shellCopy.outbox}
            </Link>
          ) : (
            <Link to="/signup" className={styles.item}>
              <SignUpIcon />
              {shellCopy.signUp}
            </Link>
          )}
        </li>
      </ul>
    </nav>
  );
}
