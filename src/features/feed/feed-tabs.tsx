import { Link } from '#ui/link.tsx';
import { feedCopy } from '#copy/feed.ts';
import { ArrowUpIcon } from '#ui/icons/icons.tsx';
import styles from './feed-tabs.module.css';
import { FEED_TABS, type FeedTab } from '#contract/feed-tabs.ts';

interface FeedTabsProps {
  shown: FeedTab;
  /** Guests have no friends tab. */
  isMember: boolean;
  newCount: number;
  onShowNew: () => void;
}

/** The tabs of the feeds, followed by the pill for new posts, where it covers no text. */
export function FeedTabs({ shown, isMember, newCount, onShowNew }: FeedTabsProps) {
  return (
    <nav className={styles.tabs} data-top-bar="below" aria-label={feedCopy.tabsLabel}>
      {FEED_TABS.filter((tab) => isMember || tab !== 'friends').map((tab) => (
        <Link
          key={tab}
          to="/"
          search={{ tab: searchOf(tab) }}
          aria-current={tab === shown ? 'page' : undefined}
          className={styles.tab}
        >
          {feedCopy.tabs[tab]}
        </Link>
      ))}
      <output className={styles.end}>
        {newCount > 0 && (
          <button type="button" className={styles.hit} aria-label={feedCopy.newLong(newCount)} onClick={onShowNew}>
            <span className={styles.pill}>
              <ArrowUpIcon size="s" />
              <span className={styles.short}>{feedCopy.newShort(newCount)}</span>
              <span className={styles.long}>{feedCopy.newLong(newCount)}</span>
            </span>
          </button>
        )}
      </output>
    </nav>
  );
}

/** The main feed has no tab in its address. */
const searchOf = (tab: FeedTab) => (tab === 'main' ? undefined : tab);
