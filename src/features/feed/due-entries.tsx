import type { FeedPost } from '#contract/feed-post.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import { postsCopy } from '#copy/posts.ts';
import { AuthorAvatar, AuthorName } from '#features/author/author.tsx';
import { useMe } from '#features/me/queries.ts';
import { DueNote } from '#features/outbox/due-note.tsx';
import { useDuePosts } from '#features/outbox/due-queries.ts';
import { isOfTab } from '#features/outbox/queries.ts';
import { RichText } from '#features/text/rich-text.tsx';
import { entryProps } from '#ui/entry.ts';
import { LogTime } from '#ui/log-time.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
import { DuePhotos } from './due-photos.tsx';
import styles from './feed-entry.module.css';
import log from './log-entry.module.css';

export interface DueEntriesProps {
  tab: FeedTab;
  /** Its posts. */
  shown: readonly FeedPost[];
}

/** Above the feed: own posts that were submitted while their photos are reduced. */
export function DueEntries({ tab, shown }: DueEntriesProps) {
  const me = useMe();
  // One that was sent is in the feed before its draft is deleted.
  const due = useDuePosts().filter((each) => isOfTab(each, tab) && !shown.some((post) => post.id === each.id));
  // The margin has no room for a long date.
  const wide = useMedia(WIDE);
  if (!me) return null;
  return due.map((post) => (
    <article key={post.id} data-later {...entryProps(log.entry, 'unsent')}>
      <div className={log.margin}>
        <AuthorAvatar author={me} />
        {!wide && <LogTime iso={post.submitted_at} />}
      </div>
      <div className={log.column}>
        <div className={styles.by}>
          <AuthorName author={me} />
          <span className={styles.meta}>{postsCopy.you}</span>
          {wide && (
            <span className={styles.meta}>
              <LogTime iso={post.submitted_at} />
            </span>
          )}
        </div>
        {post.title && (
          <h2 className={styles.title} dir="auto">
            {post.title}
          </h2>
        )}
        {post.description && (
          <div className={styles.text} data-covered>
            <RichText text={post.description} />
          </div>
        )}
        <DuePhotos post={post} username={me.username} className={styles.print} />
        <DueNote post={post} />
      </div>
    </article>
  ));
}
