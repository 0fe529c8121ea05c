import { postsCopy } from '#copy/posts.ts';
import { CommentIcon, VoteIcon } from '#ui/icons/icons.tsx';
import styles from './feed-entry.module.css';
import type { FeedPost } from './queries.ts';

/** Real figures only; voting and commenting bring their own buttons. */
export function PostCounts({ post }: { post: FeedPost }) {
  if (post.score === 0 && post.comment_count === 0) return null;
  return (
    <div className={styles.counts}>
      {post.score !== 0 && (
        <span>
          <VoteIcon />
          <b aria-hidden="true">{post.score}</b>
          <span className="sr">{postsCopy.score(post.score)}</span>
        </span>
      )}
      {post.comment_count !== 0 && (
        <span>
          <CommentIcon />
          <span aria-hidden="true">{post.comment_count}</span>
          <span className="sr">{postsCopy.comments(post.comment_count)}</span>
        </span>
      )}
    </div>
  );
}
