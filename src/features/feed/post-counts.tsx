import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import { postsCopy } from '#copy/posts.ts';
import { VoteButtons } from '#features/votes/vote-buttons.tsx';
import { CommentIcon } from '#ui/icons/icons.tsx';
import styles from './feed-entry.module.css';
import type { FeedPost } from '#contract/feed-post.ts';

/** Score with vote buttons, the number of comments, and what stands at the end of their line. */
export function PostCounts({ post, end }: { post: FeedPost; end?: ReactNode }) {
  return (
    <div className={styles.counts}>
      <VoteButtons postId={post.id} score={post.score} vote={post.vote ?? 0} />
      <Link
        to="/posts/$postId"
        params={{ postId: post.id }}
        hash="comments"
        className={styles.talk}
        aria-keyshortcuts="c"
      >
        <CommentIcon />
        <span aria-hidden="true">{post.comment_count}</span>
        <span className="sr">{postsCopy.comments(post.comment_count)}</span>
      </Link>
      {end}
    </div>
  );
}
