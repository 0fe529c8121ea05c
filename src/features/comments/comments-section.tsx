import { type RefObject, useEffect, useRef, useState } from 'react';
import { authCopy } from '#copy/auth.ts';
import { commentsCopy } from '#copy/comments.ts';
import { errorText } from '#copy/errors.ts';
import { useIsMember, useIsStaff } from '#features/me/queries.ts';
import { isUnreachable, textOfNone } from '#lib/missing.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LockIcon, TrashIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { Pill } from '#ui/pill.tsx';
import { toast } from '#ui/toast-store.ts';
import { useSafetyActions } from '#features/safety/use-safety-actions.tsx';
import { CommentItem, type ThreadContext } from './comment-item.tsx';
import { CommentList } from './comment-list.tsx';
import styles from './comments-section.module.css';
import { foldThread } from './folds.ts';
import { deleteComment } from './mutations.ts';
import type { Comment } from '#contract/comment-row.ts';
import type { Live } from '#features/replica/use-live.ts';
import { toThread } from './thread.ts';
import { useFolds } from './use-folds.ts';
import { useLinkedComment, useShowSent } from './use-linked-comment.ts';
import { useNewReplies } from './use-new-replies.ts';

interface CommentsSectionProps {
  postId: string;
  locked: boolean;
  /** False for a rejected post. */
  acceptsComments: boolean;
  comments: Live<Comment>;
  /** From the address: the linked comment. */
  linkedId: string | undefined;
  /** The reply that was written last, to show it where it is. */
  sentId: string | undefined;
  /** Called with the id of the comment to answer. Undefined if the reader cannot comment. */
  onReply: ((id: string) => void) | undefined;
}

export function CommentsSection({
  postId,
  locked,
  acceptsComments,
  comments: { rows, ready, complete, missing: absent },
  linkedId,
  sentId,
  onReply,
}: CommentsSectionProps) {
  const offline = isUnreachable(absent);
  const isMember = useIsMember();
  const isStaff = useIsStaff();
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const isEndShown = useIsShown(end);
  const { shown, waiting, reveal } = useNewReplies(rows, complete, isEndShown, linkedId);
  const { wanted, highlighted, missing, highlight } = useLinkedComment(
    linkedId,
    rows.some(({ id, hidden }) => id === linkedId && !hidden),
    offline && ready,
  );
  const unsent = shown.filter(({ mine, state }) => mine && state !== null).map(({ id }) => id);
  const { isOpen, toggle } = useFolds(shown, [...unsent, ...wanted]);
  useShowSent(sentId);
  const linkedIsHidden = rows.some(({ id, hidden }) => id === linkedId && hidden);
  const safety = useSafetyActions();
  const thread = toThread(shown);
  const items = foldThread(thread, isOpen);
  const count = thread.filter(({ comment }) => !comment.hidden).length + waiting.length;
  const aboutAuthor = ({ id, user_id, author, text }: Comment) =>
    safety.items({
      userId: user_id,
      username: author.username,
      comment: { text, path: `/posts/${postId}?commentId=${id}` },
    });

  const menuOf = (comment: Comment): MenuItem[] => {
    const items = isMember && !comment.mine ? [...aboutAuthor(comment)] : [];
    if (!comment.mine && !isStaff) return items;
    // Staff actions need the server.
    const needsNetwork = offline && !comment.mine;
    const remove: MenuItem = {
      ...{ label: commentsCopy.remove, icon: <TrashIcon size="s" />, tone: 'stop' },
      ...(needsNetwork && { disabled: true, note: commentsCopy.removeOffline }),
      onSelect: () => setDeleting(comment),
    };
    return [...items, remove];
  };
  const context: ThreadContext = { postId, isMember, highlighted, menuOf, onReply, onToggle: toggle };

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
          {linkedIsHidden ? commentsCopy.hidden : absent === 'gone' ? commentsCopy.gone : commentsCopy.later}
        </output>
      )}
      {waiting.length > 0 && (
        <output className={styles.new}>
          <Pill
            kind="solid"
            onClick={() => {
              reveal();
              highlight(waiting.map(({ id }) => id));
            }}
          >
            {commentsCopy.newReplies(waiting.length)}
          </Pill>
        </output>
      )}
      <CommentList
        postId={postId}
        items={items}
        label={commentsCopy.list}
        kept={sentId ?? wanted[0]}
        renderItem={(item, as) => <CommentItem key={item.key} item={item} as={as} context={context} />}
      />
      <div ref={end} />
      {count === 0 && (
        <output className={styles.note}>
          {textOfNone(complete, absent, {
            none: commentsCopy.none,
            loading: commentsCopy.loading,
            notHere: commentsCopy.partly,
          })}
        </output>
      )}
      {count > 0 && offline && !complete && <p className={styles.note}>{commentsCopy.partly}</p>}
      {acceptsComments && locked && (
        <p className={styles.locked}>
          <LockIcon size="s" />
          {commentsCopy.locked}
        </p>
      )}
      {/* Not below the space of comments that load: they would move it. */}
      {acceptsComments && !isMember && !locked && (complete || offline) && (
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

/** Whether an element is on screen, or above it. True until that is known. */
function useIsShown(ref: RefObject<HTMLElement | null>): boolean {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setShown(entry.isIntersecting || entry.boundingClientRect.top < 0);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [ref]);
  return isShown;
}
