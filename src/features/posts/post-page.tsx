import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '#copy/errors.ts';
import { postsCopy } from '#copy/posts.ts';
import { shellCopy } from '#copy/shell.ts';
import { CommentsSection } from '#features/comments/comments-section.tsx';
import { useMe } from '#features/me/queries.ts';
import { PollCard } from '#features/polls/poll-card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EditIcon, TrashIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Menu } from '#ui/menu.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { deletePost } from './mutations.ts';
import styles from './post-page.module.css';
import { usePost } from './queries.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import wait from './wait.module.css';

interface PostPageProps {
  postId: string;
  /** From the address: a comment to be shown. */
  commentId: string | undefined;
  onDeleted: () => void;
}

/** One post with its comments. "Deleted" is said only once the server has confirmed it: what is not on the device may well be there. */
export function PostPage({ postId, commentId, onDeleted }: PostPageProps) {
  const { post, answer, complete } = usePost(postId);
  if (post) {
    return (
      <div className={styles.page}>
        <FeedEntry post={post} whole menu={<OwnActions post={post} onDeleted={onDeleted} />}>
          {post.poll_id && <PollCard pollId={post.poll_id} />}
        </FeedEntry>
        <CommentsSection
          key={post.id}
          postId={post.id}
          locked={post.comments_locked}
          isOut={!post.isNew || post.state !== 'refused'}
          complete={complete}
          offline={answer === 'away'}
          linkedId={commentId}
        />
      </div>
    );
  }
  const home = (
    <LinkButton to="/" kind="outline" size="s">
      {shellCopy.home}
    </LinkButton>
  );
  if (answer === 'away') {
    return (
      <EmptyState
        heading="h1"
        drawing={<FlagFlying />}
        title={postsCopy.notOnDeviceTitle}
        text={postsCopy.notOnDeviceText}
        action={home}
      />
    );
  }
  if (answer === 'gone') {
    return (
      <EmptyState
        heading="h1"
        drawing={<BareFrame />}
        title={postsCopy.notFound}
        text={postsCopy.notFoundText}
        action={home}
      />
    );
  }
  return (
    <>
      <output className={wait.wait}>{postsCopy.postLoading}</output>
      <EntrySkeleton entries={1} />
    </>
  );
}

/** Edit and delete, for the author; staff may delete too. A refused post is handled in the outbox, which has its words. */
function OwnActions({ post, onDeleted }: { post: FeedPost; onDeleted: () => void }) {
  const me = useMe();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const isStaff = me?.role === 'admin' || me?.role === 'ceo';
  if (post.state === 'refused' || (!post.mine && !isStaff)) return null;
  const remove = async () => {
    setAsking(false);
    const result = await deletePost(post.id);
    if (!result.ok) return toast(`${postsCopy.removeFailed} ${errorText(result.code)}`, { tone: 'stop' });
    toast(postsCopy.removed);
    onDeleted();
  };
  const edit = () => void navigate({ to: '/edit/$id', params: { id: post.id } });
  return (
    <>
      <Menu
        label={postsCopy.more}
        items={[
          ...(post.mine ? [{ label: postsCopy.edit, icon: <EditIcon size="s" />, onSelect: edit }] : []),
          {
            label: postsCopy.remove,
            icon: <TrashIcon size="s" />,
            tone: 'stop' as const,
            onSelect: () => setAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        open={asking}
        title={postsCopy.removeTitle}
        text={postsCopy.removeAsk}
        confirmLabel={postsCopy.remove}
        cancelLabel={postsCopy.removeKeep}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      />
    </>
  );
}
