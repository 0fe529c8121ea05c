import { feedCopy } from '#copy/feed.ts';
import { LaterFlagFlying } from '#ui/later-drawings.ts';
import { isUnreachable, type Missing } from '#lib/missing.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { NotHereProps } from '#ui/not-here.tsx';
import { later } from '#ui/later.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import type { EmptyFeedProps } from './empty-feed.tsx';
import styles from './feed.module.css';
import type { FeedTab } from '#contract/feed-tabs.ts';

const EmptyPages = later<{ missing: Missing }>(async () => (await import('./empty-feed.tsx')).EmptyPages);
const EmptyFeed = later<EmptyFeedProps>(async () => (await import('./empty-feed.tsx')).EmptyFeed);

/** Its reasons and lines load later; a first visit that goes offline has only this. */
const NotHere = later<NotHereProps>(
  async () => (await import('#ui/not-here.tsx')).NotHere,
  ({ title, text }) => <EmptyState drawing={<LaterFlagFlying />} title={title} text={text} />,
);

interface NothingShownProps {
  tab: FeedTab;
  synced: boolean;
  missing: Missing;
}

/** "Empty" only once the server has confirmed it; before that "loading" or "not on this device". */
export function NothingShown({ tab, synced, missing }: NothingShownProps) {
  if (synced) return tab === 'main' ? <EmptyPages missing={missing} /> : <EmptyFeed tab={tab} />;
  if (isUnreachable(missing))
    return (
      <NotHere missing={missing} loading={feedCopy.loading} title={feedCopy.notHereTitle} text={feedCopy.notHereText} />
    );
  return (
    <>
      <output className={styles.wait}>{feedCopy.loading}</output>
      <EntrySkeleton entries={6} />
    </>
  );
}
