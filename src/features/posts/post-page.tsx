import { useLayoutEffect, useState } from 'react';
import { postPagesCopy } from '#copy/post-pages.ts';
import { shellCopy } from '#copy/shell.ts';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { CommentComposer } from '#features/comments/comment-composer.tsx';
import { CommentsPlaceholder } from '#features/comments/comments-placeholder.tsx';
import { CommentsSection } from '#features/comments/comments-section.tsx';
import { useDraft } from '#features/drafts/use-draft.ts';
import { useIsMember, useIsStaff } from '#features/me/queries.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { BlockedNotice } from '#features/safety/blocked-notice.tsx';
import { type Standing, useAuthorStanding } from '#features/safety/queries.ts';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { PostMenu } from '#features/post-actions/post-menu.tsx';
import { SaveButton } from '#features/post-actions/save-button.tsx';
import styles from './post-page.module.css';
import { type OpenPost, useHasStorage, usePost, useRememberedPost } from './queries.ts';
import { useLeaveLater } from './use-leave-later.ts';
import { useDue } from '#ui/use-due.ts';
import type { Comment } from '#contract/comment-row.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import wait from './wait.module.css';

interface PostPageProps {
  postId: string;
  /** From the address: the comment to scroll to. */
  commentId: string | undefined;
  onDeleted: () => void;
}

/**
 * A post with its comments. An entry that a feed has in memory is drawn at once; what needs the database follows when it was painted.
 */
export function PostPage(props: PostPageProps) {
  return <OpenedPost key={props.postId} {...props} />;
}

/** The post as it is in the database. */
interface StoredPost extends OpenPost {
  standing: Standing;
}

function OpenedPost({ onDeleted, ...props }: PostPageProps) {
  const { postId } = props;
  const leaveLater = useLeaveLater(onDeleted);
  const remembered = useRememberedPost(postId);
  const [stored, setStored] = useState<StoredPost | null>(null);
  const { post, missing, isSynced } = stored ?? remembered;
  const isBlocked = Boolean(post && stored?.standing.blockedAt);
  const isDue = useDue(remembered.post !== null);
  return (
    <div className={styles.page} data-entry="post">
      {post && isBlocked && <BlockedNotice heading="h1" userId={post.user_id} username={post.author.username} />}
      {post && !isBlocked && (
        <FeedEntry
          post={post}
          whole
          end={isDue && <SaveButton postId={post.id} saved={post.saved} />}
          menu={isDue && <PostMenu post={post} onDeleted={leaveLater} standing={stored?.standing} />}
        />
      )}
      {isDue && <Discussion {...props} open={{ post, missing, isSynced }} isBlocked={isBlocked} onStored={setStored} />}
    </div>
  );
}

interface DiscussionProps extends Omit<PostPageProps, 'onDeleted'> {
  open: OpenPost;
  /** The reader has blocked the author. */
  isBlocked: boolean;
  /** Called with the post of the database; with null when that is closed. */
  onStored: (stored: StoredPost | null) => void;
}

const NO_COMMENTS: readonly Comment[] = [];

const acceptsComments = ({ isNew, state }: FeedPost): boolean => !isNew || state !== 'refused';

/**
 * What follows the entry: its comments and the field for a new one. The field is not below the gate, because everything there is mounted anew when
 * the database opens, and it would lose its focus.
 */
function Discussion({ postId, commentId, open, isBlocked, onStored }: DiscussionProps) {
  const { post, missing } = open;
  const [comments, setComments] = useState(NO_COMMENTS);
  const [replyCount, setReplyCount] = useState(0);
  const [sentId, setSentId] = useState<string>();
  const handle = useDraft(`comment:${postId}`);
  const isMember = useIsMember();
  const isStaff = useIsStaff();
  const hasStorage = useHasStorage();
  const offline = missing === 'offline';
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
      <ReplicaGate fallback={post && <CommentsPlaceholder offline={offline} />}>
        <StoredDiscussion
          postId={postId}
          commentId={commentId}
          sentId={sentId}
          onStored={onStored}
          onComments={setComments}
          onReply={mayWrite ? reply : undefined}
        />
      </ReplicaGate>
      {mayWrite && (
        <CommentComposer
          postId={postId}
          handle={handle}
          comments={comments}
          replyCount={replyCount}
          noStorage={!hasStorage}
          onSent={(id, isReply) => (isReply ? setSentId(id) : scrollTo({ top: document.body.scrollHeight }))}
        />
      )}
    </>
  );
}

interface StoredProps extends Pick<DiscussionProps, 'postId' | 'commentId' | 'onStored'> {
  /** The reply that was written last. */
  sentId: string | undefined;
  onComments: (comments: readonly Comment[]) => void;
  onReply: ((commentId: string) => void) | undefined;
}

/**
 * Reports the post of the database, which the entry above shows: that one is not below the gate, so that it stays the same element. In a
 * layout effect, so that both change in the same frame.
 */
function StoredDiscussion({ postId, commentId, sentId, onStored, onComments, onReply }: StoredProps) {
  const standing = useAuthorStanding(postId);
  const { post, missing, isSynced } = usePost(postId);
  useLayoutEffect(() => onStored({ post, missing, isSynced, standing }), [onStored, post, missing, isSynced, standing]);
  useLayoutEffect(() => () => onStored(null), [onStored]);
  if (!post || standing.blockedAt) return null;
  return (
    <CommentsSection
      postId={post.id}
      locked={post.comments_locked}
      acceptsComments={acceptsComments(post)}
      isSynced={isSynced}
      offline={missing === 'offline'}
      linkedId={commentId}
      sentId={sentId}
      onComments={onComments}
      onReply={onReply}
    />
  );
}

/** Shows "deleted" only after the server has confirmed it, because a post that is not on this device may exist. */
function NoPost({ missing }: { missing: OpenPost['missing'] }) {
  const hasStorage = useHasStorage();
  if (missing === 'loading') {
    return (
      <>
        <output className={wait.wait}>{postPagesCopy.postLoading}</output>
        <EntrySkeleton entries={1} />
      </>
    );
  }
  const isGone = missing === 'gone';
  return (
    <EmptyState
      heading="h1"
      drawing={isGone ? <BareFrame /> : <FlagFlying />}
      title={isGone ? postPagesCopy.notFound : postPagesCopy.notOnDeviceTitle}
      text={
        isGone
          ? postPagesCopy.notFoundText
          : hasStorage
            ? postPagesCopy.notOnDeviceText
            : deviceNoticeCopy.unavailableText
      }
      action={
        <LinkButton to="/" kind="outline" size="s">
          {shellCopy.home}
        </LinkButton>
      }
    />
  );
}
