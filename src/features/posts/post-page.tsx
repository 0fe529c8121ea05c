import { useEffect, useRef, useState, type ReactNode } from 'react';
import { postPagesCopy } from '#copy/post-pages.ts';
import { shellCopy } from '#copy/shell.ts';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { CommentComposer } from '#features/comments/comment-composer.tsx';
import { CommentsPlaceholder } from '#features/comments/comments-placeholder.tsx';
import { CommentsSection } from '#features/comments/comments-section.tsx';
import {
  NO_COMMENTS,
  type OnComposerState,
  type ComposerState,
  useReportComposerState,
} from '#features/comments/composer-state.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { useIsMember, useIsStaff } from '#features/me/queries.ts';
import { PollCard } from '#features/polls/poll-card.tsx';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { BlockedNotice } from '#features/safety/blocked-notice.tsx';
import { type Standing, useAuthorStanding } from '#features/safety/queries.ts';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { PostMenu } from './post-menu.tsx';
import styles from './post-page.module.css';
import { type OpenPost, useHasStorage, usePost, useRememberedPost } from './queries.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import wait from './wait.module.css';

/** §4: the page of a deleted post is left after this time. */
const LEAVE_AFTER_MS = 1500;

interface PostPageProps {
  postId: string;
  /** From the address: the comment to scroll to. */
  commentId: string | undefined;
  onDeleted: () => void;
}

/** A post with its comments. Until the database is open it is shown from the feed's memory. */
export function PostPage(props: PostPageProps) {
  return <PostAndComposer key={props.postId} {...props} />;
}

/** Calls `leave` LEAVE_AFTER_MS after `start`, unless the member goes elsewhere before. */
function useLeaveLater(leave: () => void): () => void {
  const [isLeaving, setLeaving] = useState(false);
  const current = useRef(leave);
  useEffect(() => {
    current.current = leave;
  });
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => current.current(), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return () => setLeaving(true);
}

function PostAndComposer({ onDeleted, ...rest }: PostPageProps) {
  const props = { ...rest, onDeleted: useLeaveLater(onDeleted) };
  const { postId } = props;
  const [composer, setComposer] = useState<ComposerState | null>(null);
  const [replyCount, setReplyCount] = useState(0);
  const handle = useDraft(`comment:${postId}`);
  const isMember = useIsMember();
  const isStaff = useIsStaff();
  const hasStorage = useHasStorage();
  const mayWrite = isMember && composer?.acceptsComments && (!composer.locked || isStaff);
  const reply = (parent: string) => {
    handle.change({ parent });
    setReplyCount(replyCount + 1);
  };
  const parts: PartProps = { ...props, onComposerState: setComposer, onReply: mayWrite ? reply : undefined };
  return (
    <div className={styles.page}>
      <ReplicaGate fallback={<RememberedPost {...parts} />}>
        <StoredPost {...parts} />
      </ReplicaGate>
      {mayWrite && (
        <CommentComposer
          postId={postId}
          handle={handle}
          comments={composer.comments}
          replyCount={replyCount}
          noStorage={!hasStorage}
          onSent={() => scrollTo({ top: document.body.scrollHeight })}
        />
      )}
    </div>
  );
}

interface PartProps extends PostPageProps {
  onComposerState: OnComposerState;
  onReply: ((commentId: string) => void) | undefined;
}

const acceptsComments = ({ isNew, state }: FeedPost): boolean => !isNew || state !== 'refused';

function RememberedPost({ postId, onDeleted, onComposerState }: PartProps) {
  const { post, missing } = useRememberedPost(postId);
  if (!post) return <NoPost missing={missing} onComposerState={onComposerState} />;
  return (
    <>
      <PostEntry post={post} onDeleted={onDeleted} />
      <CommentsPlaceholder
        locked={post.comments_locked}
        acceptsComments={acceptsComments(post)}
        offline={missing === 'offline'}
        onComposerState={onComposerState}
      />
    </>
  );
}

function StoredPost({ postId, commentId, onDeleted, onComposerState, onReply }: PartProps) {
  const standing = useAuthorStanding(postId);
  const { post, missing, isSynced } = usePost(postId);
  if (!post) return <NoPost missing={missing} onComposerState={onComposerState} />;
  if (standing.blockedAt) return <BlockedNotice heading="h1" userId={post.user_id} username={post.author.username} />;
  return (
    <>
      <PostEntry post={post} onDeleted={onDeleted} standing={standing}>
        {post.poll_id && <PollCard pollId={post.poll_id} />}
      </PostEntry>
      <CommentsSection
        postId={post.id}
        locked={post.comments_locked}
        acceptsComments={acceptsComments(post)}
        isSynced={isSynced}
        offline={missing === 'offline'}
        linkedId={commentId}
        onComposerState={onComposerState}
        onReply={onReply}
      />
    </>
  );
}

interface PostEntryProps {
  post: FeedPost;
  onDeleted: () => void;
  standing?: Standing;
  children?: ReactNode;
}

function PostEntry({ post, onDeleted, standing, children }: PostEntryProps) {
  return (
    <FeedEntry post={post} whole menu={<PostMenu post={post} onDeleted={onDeleted} standing={standing} />}>
      {children}
    </FeedEntry>
  );
}

/** Shows "deleted" only after the server has confirmed it, because a post that is not on this device may exist. */
function NoPost({ missing, onComposerState }: { missing: OpenPost['missing']; onComposerState: OnComposerState }) {
  const hasStorage = useHasStorage();
  if (missing === 'loading') return <LoadingPost onComposerState={onComposerState} />;
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

/** The post probably exists and accepts comments, so the member can start to write. */
function LoadingPost({ onComposerState }: { onComposerState: OnComposerState }) {
  useReportComposerState(onComposerState, { acceptsComments: true, locked: false, comments: NO_COMMENTS });
  return (
    <>
      <output className={wait.wait}>{postPagesCopy.postLoading}</output>
      <EntrySkeleton entries={1} />
    </>
  );
}
