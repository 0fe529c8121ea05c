import { feedCopy } from '#copy/feed.ts';
import { FlagFlying, FreshTarget } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import styles from './feed.module.css';
import type { FeedTab } from '#contract/feed-tabs.ts';

interface NothingShownProps {
  tab: FeedTab;
  synced: boolean;
  offline: boolean;
}

/** "Empty" only once the server has confirmed it; before that "loading" or "not on this device". */
export function NothingShown({ tab, synced, offline }: NothingShownProps) {
  if (synced) {
    return (
      <EmptyState
        drawing={<FreshTarget />}
        title={feedCopy.empty}
        text={feedCopy.emptyTexts[tab]}
        action={
          tab !== 'trending' && (
            <LinkButton to="/create-post" kind="make" size="s">
              {feedCopy.newPost}
            </LinkButton>
          )
        }
      />
    );
  }
  if (offline) return <EmptyState drawing={<FlagFlying />} title={feedCopy.notHereTitle} text={feedCopy.notHereText} />;
  return (
    <>
      <output className={styles.wait}>{feedCopy.loading}</output>
      <EntrySkeleton entries={6} />
    </>
  );
}
