import { useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { commentsCopy } from '#copy/comments.ts';
import { errorText } from '#copy/errors.ts';
import { useIsMember, useMe } from '#features/me/queries.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LockIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { toast } from '#ui/toast-store.ts';
import { CommentEntry } from './comment-entry.tsx';
import styles from './comments-section.module.css';
import { deleteComment } from './mutations.ts';
import type { Comment } from '#contract/comment-row.ts';
import { useComments } from './queries.ts';
import { type OnTalk, useTalk } from './talk.ts';
import { toThread } from './thread.ts';
import { useLinkedComment } from './use-linked-comment.ts';

interface CommentsSectionProps {
  postId: string;
  locked: boolean;
  /** The post has been sent; an unsent post takes no comments. */
  isOut: boolean;
  /** The post's streams have synced. */
  isSynced: boolean;
  offline: boolean;
  /** From the address: the comment that a notification links to. */
  linkedId: string | undefined;
  onTalk: OnTalk;
  /** Gets the id of the comment to answer. Undefined: the reader may not write here. */
  onReply: ((id: string) => void) | undefined;
}

/** The comments of a post, oldest first. Only below ReplicaGate. */
export function CommentsSection({
  postId,
  locked,
  isOut,
  isSynced,
  offline,
  linkedId,
  onTalk,
  onReply,
}: CommentsSectionProps) {
  const { rows, complete } = useComments(postId, isSynced);
  const isMember = useIsMember();
  const me = useMe();
  useTalk(onTalk, { isOut, locked, comments: rows });
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const { highlightedId, missing } = useLinkedComment(
    linkedId,
    rows.some(({ id }) => id === linkedId),
  );
  const isStaff = me?.role === 'admin' || me?.role === 'ceo';
  const thread = toThread(rows);

  const remove = async ({ id }: Comment) => {
    const result = await deleteComment(id);
    toast(result.ok ? commentsCopy.removed : errorText(result.code), { tone: result.ok ? 'plain' : 'stop' });
  };
  return (
    <section id="comments" className={styles.section} aria-labelledby="comments-title">
      <h2 id="comments-title" className={styles.title}>
        {commentsCopy.title(thread.length)}
      </h2>
      {missing && <output className={styles.note}>{complete ? commentsCopy.gone : commentsCopy.later}</output>}
      <ol>
        {thread.map(({ comment, depth }) => (
          <CommentEntry
            key={comment.id}
            comment={comment}
            depth={depth}
            highlighted={comment.id === highlightedId}
            isMember={isMember}
            isStaff={isStaff}
            canReply={onReply !== undefined}
            onReply={() => onReply?.(comment.id)}
            onDelete={() => setDeleting(comment)}
          />
        ))}
      </ol>
      {thread.length === 0 && (
        <output className={styles.note}>{complete ? commentsCopy.none : offline ? null : commentsCopy.loading}</output>
      )}
      {offline && !complete && <p className={styles.note}>{commentsCopy.partly}</p>}
      {isOut && locked && (
        <p className={styles.locked}>
          <LockIcon size="s" />
          {commentsCopy.locked}
        </p>
      )}
      {isOut && !isMember && !locked && (
        <p className={styles.guest}>
          {commentsCopy.logIn}
          <LinkButton to="/login" search={{ next: `/posts/${postId}` }} kind="ink" size="s">
            {authCopy.logIn}
          </LinkButton>
        </p>
      )}
      <ConfirmDialog
        open={deleting !== null}
        title={commentsCopy.removeTitle}
        text={commentsCopy.removeText}
        confirmLabel={commentsCopy.remove}
        cancelLabel={commentsCopy.removeKeep}
        onCancel={() => setDeleting(null)}
        onConfirm={() => {
          if (deleting) void remove(deleting);
          setDeleting(null);
        }}
      />
    </section>
  );
}
