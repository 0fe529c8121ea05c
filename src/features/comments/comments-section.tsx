import { useLayoutEffect, useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { commentsCopy } from '#copy/comments.ts';
import { errorText } from '#copy/errors.ts';
import { useIsMember, useIsStaff } from '#features/me/queries.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LockIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { safetyCopy } from '#copy/safety.ts';
import { useSafetyActions } from '#features/safety/use-safety-actions.tsx';
import { CommentEntry, HiddenComment } from './comment-entry.tsx';
import styles from './comments-section.module.css';
import { deleteComment } from './mutations.ts';
import type { Comment } from '#contract/comment-row.ts';
import { useComments } from './queries.ts';
import { toThread } from './thread.ts';
import { useLinkedComment } from './use-linked-comment.ts';

const NO_ITEMS: readonly MenuItem[] = [];

interface CommentsSectionProps {
  postId: string;
  locked: boolean;
  /** False for a rejected post. */
  acceptsComments: boolean;
  /** The post's streams have synced. */
  isSynced: boolean;
  offline: boolean;
  /** From the address: the linked comment. */
  linkedId: string | undefined;
  /** Called with the comments that can be answered. */
  onComments: (comments: readonly Comment[]) => void;
  /** Called with the id of the comment to answer. Undefined if the reader cannot comment. */
  onReply: ((id: string) => void) | undefined;
}

/** The comments of a post, oldest first. Only below ReplicaGate. */
export function CommentsSection({
  postId,
  locked,
  acceptsComments,
  isSynced,
  offline,
  linkedId,
  onComments,
  onReply,
}: CommentsSectionProps) {
  const { rows, complete } = useComments(postId, isSynced);
  const isMember = useIsMember();
  const isStaff = useIsStaff();
  useLayoutEffect(() => onComments(rows), [onComments, rows]);
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const { highlightedId, missing } = useLinkedComment(
    linkedId,
    rows.some(({ id, hidden }) => id === linkedId && !hidden),
  );
  const linkedIsHidden = rows.some(({ id, hidden }) => id === linkedId && hidden);
  const safety = useSafetyActions();
  const thread = toThread(rows);
  const count = thread.filter(({ comment }) => !comment.hidden).length;
  const aboutAuthor = ({ id, user_id, author, text }: Comment) =>
    safety.items({
      userId: user_id,
      username: author.username,
      comment: { text, path: `/posts/${postId}?commentId=${id}` },
    });

  const remove = async ({ id }: Comment) => {
    const result = await deleteComment(id);
    toast(result.ok ? commentsCopy.removed : errorText(result.code), { tone: result.ok ? 'plain' : 'stop' });
  };
  return (
    <section id="comments" className={styles.section} aria-labelledby="comments-title">
      <h2 id="comments-title" className={styles.title}>
        {commentsCopy.title(count)}
      </h2>
      {missing && (
        <output className={styles.note}>
          {linkedIsHidden ? commentsCopy.hidden : complete ? commentsCopy.gone : commentsCopy.later}
        </output>
      )}
      <ol>
        {thread.map(({ comment, depth }) =>
          comment.hidden ? (
            <HiddenComment key={comment.id} text={safetyCopy.hiddenComment[comment.hidden]} depth={depth} />
          ) : (
            <CommentEntry
              key={comment.id}
              postId={postId}
              comment={comment}
              depth={depth}
              highlighted={comment.id === highlightedId}
              isMember={isMember}
              isStaff={isStaff}
              aboutAuthor={isMember && !comment.mine ? aboutAuthor(comment) : NO_ITEMS}
              canReply={onReply !== undefined}
              onReply={() => onReply?.(comment.id)}
              onDelete={() => setDeleting(comment)}
            />
          ),
        )}
      </ol>
      {count === 0 && (
        <output className={styles.note}>{complete ? commentsCopy.none : offline ? null : commentsCopy.loading}</output>
      )}
      {offline && !complete && <p className={styles.note}>{commentsCopy.partly}</p>}
      {acceptsComments && locked && (
        <p className={styles.locked}>
          <LockIcon size="s" />
          {commentsCopy.locked}
        </p>
      )}
      {acceptsComments && !isMember && !locked && (
        <p className={styles.guest}>
          {commentsCopy.logIn}
          <LinkButton to="/login" search={{ next: `/posts/${postId}` }} kind="ink" size="s">
            {authCopy.logIn}
          </LinkButton>
        </p>
      )}
      {safety.dialogs}
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
