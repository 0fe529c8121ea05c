import type { FeedPost } from '#contract/feed-post.ts';
import { videoCopy } from '#copy/video.ts';
import { Clip } from '#features/photos/clip.tsx';
import { Button } from '#ui/button.tsx';
import styles from './video-field.module.css';

/** The video of a post that exists, in its edit form. It can be removed. */
export function StoredVideo({ post, onRemove }: { post: FeedPost; onRemove: () => void }) {
  return (
    <div className={styles.field}>
      <Clip post={{ ...post, gif_url: null }} />
      <div className={styles.line}>
        <p>{videoCopy.label}</p>
        <Button kind="danger" size="s" aria-label={videoCopy.removeVideo} onClick={onRemove}>
          {videoCopy.remove}
        </Button>
      </div>
    </div>
  );
}
