import { Link } from '@tanstack/react-router';
import { postsCopy } from '#copy/posts.ts';
import { ArrowUpIcon } from '#ui/icons/icons.tsx';
import styles from './feed-tabs.module.css';

interface FeedTabsProps {
  newCount: number;
  onShowNew: () => void;
}

/** The feeds, and at their end the pill for what came in: there it never covers text. */
export function FeedTabs({ newCount, onShowNew }: FeedTabsProps) {
  return (
    <nav className={styles.tabs} aria-label={postsCopy.tabsLabel}>
      <Link to="/" className={styles.tab}>
        {postsCopy.tabMain}
      </Link>
      <output className={styles.end}>
        {newCount > 0 && (
          <button
            type="button"
            className={styles.hit}
            aria-label={postsCopy.newPostsLong(newCount)}
            onClick={onShowNew}
          >
            <span className={styles.pill}>
              <ArrowUpIcon size="s" />
              {postsCopy.newPosts(newCount)}
            </span>
          </button>
        )}
      </output>
    </nav>
  );
}
