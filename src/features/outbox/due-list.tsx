import { duePostCopy } from '#copy/media.ts';
import { entryProps } from '#ui/entry.ts';
import { LogTime } from '#ui/log-time.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
import { DueNote, nameOfDue } from './due-note.tsx';
import type { DuePost } from './due-queries.ts';
import { KindIcon } from './kind-icon.tsx';
import entry from './outbox-entry.module.css';
import styles from './outbox-list.module.css';

/** Posts that were submitted while their photos are reduced, in the outbox. */
export function DueList({ posts }: { posts: readonly DuePost[] }) {
  // The margin has no room for a long date.
  const wide = useMedia(WIDE);
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="outbox-due">
      <div className={styles.head}>
        <Stamp state="queued" label={duePostCopy.stamp} />
        <h2 id="outbox-due" className={styles.count}>
          {duePostCopy.section(posts.length)}
        </h2>
      </div>
      <ul aria-labelledby="outbox-due">
        {posts.map((post) => (
          <li key={post.id} {...entryProps(entry.entry, 'unsent')} data-key={post.id}>
            <div className={entry.margin}>
              {!wide && <LogTime iso={post.submitted_at} />}
              <KindIcon kind="post" />
            </div>
            <div className={entry.column}>
              <h3 className={entry.label} dir="auto">
                {nameOfDue(post)}
              </h3>
              {wide && (
                <p className={entry.facts}>
                  <LogTime iso={post.submitted_at} />
                </p>
              )}
              <DueNote post={post} unstamped />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
