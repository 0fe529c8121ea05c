import { Link } from '#ui/link.tsx';
import { readPostImages } from '#contract/post-images.ts';
import { postsCopy } from '#copy/posts.ts';
import { profileCopy } from '#copy/profile.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import { PhotoGrid } from '#features/photos/photo-grid.tsx';
import { Card } from '#ui/card.tsx';
import { LogTime } from '#ui/log-time.tsx';
import styles from './latest-post.module.css';

/** The newest published post, with a link to its page. */
export function LatestPost({ posts }: { posts: readonly FeedPost[] }) {
  const latest = posts.find(({ isNew }) => !isNew);
  if (!latest) return null;
  const name = latest.title || latest.description || postsCopy.untitled(latest.author.username);
  return (
    <Card title={profileCopy.latestPost} className={styles.part}>
      <div className={styles.card}>
        <Link to="/posts/$postId" params={{ postId: latest.id }} className={styles.link} dir="auto" draggable={false}>
          <span data-covered>{name}</span>
        </Link>
        {latest.images && (
          <PhotoGrid
            pictures={{
              post: latest.id,
              images: readPostImages(latest.images),
              username: latest.author.username,
              iso: latest.created_at,
              isOwn: latest.mine,
            }}
            alt={postsCopy.photoAlt(latest.author.username)}
            className={styles.pictures}
          />
        )}
        <p className={styles.time}>
          <LogTime iso={latest.created_at} long />
        </p>
      </div>
    </Card>
  );
}
