import { DeadEnd } from '#ui/dead-end.tsx';
import { useState } from 'react';
import { postPagesCopy } from '#copy/post-pages.ts';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { CommentComposer } from '#features/comments/comment-composer.tsx';
import { CommentsSection } from '#features/comments/comments-section.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import { useIsMember, useIsStaff } from '#features/me/queries.ts';
import { BlockedNotice } from '#features/safety/blocked-notice.tsx';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { PostMenu } from '#features/post-actions/post-menu.tsx';
import { SaveButton } from '#features/post-actions/save-button.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import styles from './post-page.module.css';
import { type OpenPost, useIsListed, usePost } from './queries.ts';
import { useLeaveLater } from './use-leave-later.ts';
import { useAfterFirstPaint } from '#ui/use-after-first-paint.ts';
import type { FeedPost } from '#contract/feed-post.ts';

interface PostPageProps {
  postId: string;
  /** From the address: the comment to scroll to. */
  commentId: string | undefined;
  onDeleted: () => void;
}

/** A post with its comments. An entry from a feed is drawn at once; the rest follows its paint. */
export function PostPage(props: PostPageProps) {
  return <OpenedPost key={props.postId} {...props} />;
}

function OpenedPost({ postId, commentId, onDeleted }: PostPageProps) {
  const leaveLater = useLeaveLater(onDeleted);
  const isDue = useAfterFirstPaint(useIsListed(postId));
  const open = usePost(postId, isDue);
  const { post, standing } = open;
  const isBlocked = Boolean(post && standing.blockedAt);
  return (
    <div className={styles.page} data-entry="post">
      {post && isBlocked && <BlockedNotice heading="h1" userId={post.user_id} username={post.author.username} />}
      {post && !isBlocked && (
        <FeedEntry
          post={post}
          whole
          end={isDue && <SaveButton postId={post.id} saved={post.saved} />}
          menu={isDue && <PostMenu post={post} onDeleted={leaveLater} standing={standing} />}
        />
      )}
      {isDue && <Discussion postId={postId} commentId={commentId} open={open} isBlocked={isBlocked} />}
    </div>
  );
}

interface DiscussionProps extends Omit<PostPageProps, 'onDeleted'> {
  open: OpenPost;
  /** The reader has blocked the author. */
  isBlocked: boolean;
}

const acceptsComments = ({ isNew, state }: FeedPost): boolean => !isNew || state !== 'refused';

/** What follows the entry: its comments and the field for a new one. */
function Discussion({ postId, commentId, open, isBlocked }: DiscussionProps) {
  const { post, missing, comments } = open;
  const [replyCount, setReplyCount] = useState(0);
  const [sentId, setSentId] = useState<string>();
  const handle = useDraft(`comment:${postId}`);
  const isMember = useIsMember();
  const isStaff = useIsStaff();
  // A post that is loading probably exists and accepts comments, so the member can start to write.
  const isOpen = post ? acceptsComments(post) && (!post.comments_locked || isStaff) : missing === 'loading';
  const mayWrite = isMember && isOpen && !isBlocked;
  const reply = (parent: string) => {
    handle.change({ parent });
    setReplyCount(replyCount + 1);
  };
  return (
    <>
      {!post && <NoPost missing={missing} />}
      {post && !isBlocked && (
        <CommentsSection
          postId={postId}
          locked={post.comments_locked}
          acceptsComments={acceptsComments(post)}
          comments={comments}
          linkedId={commentId}
          sentId={sentId}
          onReply={mayWrite ? reply : undefined}
        />
      )}
      {mayWrite && (
        <CommentComposer
          postId={postId}
          handle={handle}
          comments={comments.rows}
          replyCount={replyCount}
          noStorage={missing === 'unavailable'}
          onSent={(id, isReply) => (isReply ? setSentId(id) : scrollTo({ top: document.body.scrollHeight }))}
        />
      )}
    </>
  );
}

/** Shows "deleted" only after the server has confirmed it, because a post that is not on this device may exist. */
function NoPost({ missing }: { missing: OpenPost['missing'] }) {
  if (missing === 'loading') {
    return (
      <>
        <WaitLine inList>{postPagesCopy.postLoading}</WaitLine>
        <EntrySkeleton entries={1} />
      </>
    );
  }
  const isGone = missing === 'gone';
  return (
    <DeadEnd
      heading="h1"
      drawing={isGone ? <BareFrame /> : <FlagFlying />}
      title={isGone ? postPagesCopy.notFound : postPagesCopy.notOnDeviceTitle}
      text={
        isGone
          ? postPagesCopy.notFoundText
          : missing === 'unavailable'
            ? deviceNoticeCopy.unavailableText
            : postPagesCopy.notOnDeviceText
      }
    />
  );
}
