import { feedExtrasCopy } from '#copy/feed-extras.ts';
import { isUnreachable, type Missing } from '#lib/missing.ts';
import styles from './feed.module.css';
import { useOlderPages } from './older-queries.ts';

/** The end of the main feed: requested older pages stay synced while it is on screen. */
export function OlderPosts({ missing }: { missing: Missing }) {
  const { isAsked, isHere, isEnd } = useOlderPages();
  if (!isAsked) return null;
  if (!isHere) {
    return (
      <output data-later className={styles.foot}>
        {isUnreachable(missing) ? feedExtrasCopy.olderOffline : feedExtrasCopy.olderLoading}
      </output>
    );
  }
  return isEnd ? (
    <p data-later className={styles.foot}>
      {feedExtrasCopy.end}
    </p>
  ) : null;
}
