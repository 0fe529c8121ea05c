import { feedCopy } from '#copy/feed.ts';
import { LaterFlagFlying } from '#ui/later-drawings.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { later } from '#ui/later.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import type { EmptyFeedProps } from './empty-feed.tsx';
import styles from './feed.module.css';
import type { FeedTab } from '#contract/feed-tabs.ts';

const EmptyPages = later<{ offline: boolean }>(async () => (await import('./empty-pages.tsx')).EmptyPages);
const EmptyFeed = later<EmptyFeedProps>(async () => (await import('./empty-feed.tsx')).EmptyFeed);

interface NothingShownProps {
  tab: FeedTab;
  synced: boolean;
  offline: boolean;
}

/** "Empty" only once the server has confirmed it; before that "loading" or "not on this device". */
export function NothingShown({ tab, synced, offline }: NothingShownProps) {
  if (synced) return tab === 'main' ? <EmptyPages offline={offline} /> : <EmptyFeed tab={tab} />;
  if (offline)
    return <EmptyState drawing={<LaterFlagFlying />} title={feedCopy.notHereTitle} text={feedCopy.notHereText} />;
  return (
    <>
      <output className={styles.wait}>{feedCopy.loading}</output>
      <EntrySkeleton entries={6} />
    </>
  );
}
