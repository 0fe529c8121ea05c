import { useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import { postsCopy } from '#copy/posts.ts';
import { AuthorAvatar, AuthorName } from '#features/author/author.tsx';
import { useMe } from '#features/me/queries.ts';
import { DueNote } from '#features/outbox/due-note.tsx';
import { type DuePhoto, type DuePost, useDuePhoto, useDuePhotos, useDuePosts } from '#features/outbox/due-queries.ts';
import { isOfTab } from '#features/outbox/queries.ts';
import { PhotoRows } from '#features/photos/photo-grid.tsx';
import { RichText } from '#features/text/rich-text.tsx';
import { entryProps } from '#ui/entry.ts';
import { LogTime } from '#ui/log-time.tsx';
import { Photo } from '#ui/photo.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
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
        <DuePhotos post={post} username={me.username} />
        <DueNote post={post} />
      </div>
    </article>
  ));
}

/** The photos of a post that is being prepared, in the places that they will have. */
function DuePhotos({ post, username }: { post: DuePost; username: string }) {
  const photos = useDuePhotos(post);
  if (photos.length === 0) return null;
  return (
    <PhotoRows images={photos} className={styles.print}>
      {photos.map((photo) => (
        <One key={photo.id} photo={photo} alt={postsCopy.photoAlt(username)} />
      ))}
    </PhotoRows>
  );
}

function One({ photo: { name, width, height }, alt }: { photo: DuePhoto; alt: string }) {
  const src = useDuePhoto(name);
  // Until the reduced one is read, the small one stays.
  const [last, setLast] = useState(src);
  if (src && src !== last) setLast(src);
  return <Photo src={src ?? last ?? undefined} alt={alt} width={width} height={height} />;
}
