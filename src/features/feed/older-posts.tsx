import { feedExtrasCopy } from '#copy/feed-extras.ts';
import styles from './feed.module.css';
import { useFeedPage, useOlderPages } from './older-queries.ts';

/** The end of the main feed: requested older pages stay synced while it is on screen. */
export function OlderPosts({ offline }: { offline: boolean }) {
  const { pages, isEnd } = useOlderPages();
  return (
    <>
      {pages.map((page, index) => (
        <OlderPage key={page} page={page} offline={offline} isLast={isEnd && index === pages.length - 1} />
      ))}
    </>
  );
}

function OlderPage({ page, offline, isLast }: { page: number; offline: boolean; isLast: boolean }) {
  const isHere = useFeedPage(page);
  if (isHere)
    return isLast ? (
      <p data-later className={styles.foot}>
        {feedExtrasCopy.end}
      </p>
    ) : null;
  return (
    <output data-later className={styles.foot}>
      {offline ? feedExtrasCopy.olderOffline : feedExtrasCopy.olderLoading}
    </output>
  );
}
