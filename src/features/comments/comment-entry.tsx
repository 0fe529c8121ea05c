import { cutText } from '#lib/cut-text.ts';
import { useState } from 'react';
import { commentsCopy } from '#copy/comments.ts';
import { errorText } from '#copy/errors.ts';
import { AuthorAvatar, AuthorName } from '#features/author/author.tsx';
import { UnsentNote } from '#features/outbox/unsent-note.tsx';
import { RichText } from '#features/text/rich-text.tsx';
import { useAskToLogIn } from '#features/votes/use-ask-to-log-in.ts';
import { entryProps, marginOf } from '#ui/entry.ts';
import { ChevronDownIcon, EditIcon, HeartIcon, ReplyIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './comment-entry.module.css';
import { CommentEdit } from './comment-edit.tsx';
import { CommentImage } from './comment-image.tsx';
import { likeComment } from './mutations.ts';
import { commentAnchor } from './show-comment.ts';
import type { Comment } from '#contract/comment-row.ts';

interface CommentEntryProps {
  /** In a virtual list the list provides the list item. */
  as: 'li' | 'div';
  postId: string;
  comment: Comment;
  depth: number;
  /** The linked comment, which is highlighted for a short time. */
  highlighted: boolean;
  isMember: boolean;
  /** What the reader can do with it besides editing it. */
  menu: readonly MenuItem[];
  /** The reader can reply. */
  canReply: boolean;
  onReply: () => void;
}

/** Stands for a comment whose author the reader blocks or mutes, above the replies to it. */
export function HiddenComment({ as: Item, text, depth }: { as: 'li' | 'div'; text: string; depth: number }) {
  return (
    <Item {...entryProps(styles.entry)} data-depth={depth}>
      <span />
      <p className={styles.hidden}>{text}</p>
    </Item>
  );
}

interface FoldedRepliesProps {
  as: 'li' | 'div';
  /** Whose replies. */
  username: string;
  depth: number;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** The button above folded replies. */
export function FoldedReplies({ as: Item, username, depth, count, isOpen, onToggle }: FoldedRepliesProps) {
  const text = isOpen ? commentsCopy.hideReplies : commentsCopy.showReplies(count);
  return (
    <Item {...entryProps(styles.entry)} data-depth={depth}>
      <span />
      <button
        type="button"
        className={styles.fold}
        aria-expanded={isOpen}
        aria-label={commentsCopy.repliesTo(text, username)}
        onClick={onToggle}
      >
        <ChevronDownIcon size="s" />
        {text}
      </button>
    </Item>
  );
}

export function CommentEntry({
  as: Item,
  postId,
  comment,
  depth,
  highlighted,
  isMember,
  menu,
  canReply,
  onReply,
}: CommentEntryProps) {
  const [editing, setEditing] = useState(false);
  const askToLogIn = useAskToLogIn(postId, commentsCopy.likeLogIn);
  const edit = { label: commentsCopy.edit, icon: <EditIcon size="s" />, onSelect: () => setEditing(true) };
  const items = comment.mine ? [edit, ...menu] : [...menu];
  const isUnseen = comment.isImageMissing && !comment.text;
  const hasMenu = items.length > 0 && comment.state !== 'refused' && !editing;
  const like = async () => {
    if (!isMember) return askToLogIn();
    const result = await likeComment(comment.id, !comment.liked);
    if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <Item
      id={commentAnchor(comment.id)}
      {...entryProps(styles.entry, highlighted ? 'linked' : marginOf(comment.state))}
      data-depth={depth}
      data-key={comment.id}
      tabIndex={-1}
    >
      <AuthorAvatar author={comment.author} size="s" />
      <div className={styles.column}>
        <div className={styles.by}>
          <AuthorName author={comment.author} />
          <span className={styles.meta}>
            <LogTime iso={comment.created_at} />
            {comment.isEdited && ` · ${commentsCopy.edited}`}
          </span>
          {hasMenu && (
            <Menu label={commentsCopy.more(cutText(comment.text, 40))} items={items} className={styles.more} />
          )}
        </div>
        {editing ? (
          <CommentEdit comment={comment} onDone={() => setEditing(false)} />
        ) : (
          comment.text && <RichText text={comment.text} />
        )}
        <CommentImage postId={postId} comment={comment} />
        {comment.state && (
          <UnsentNote
            state={comment.state}
            writtenAt={comment.held_at ?? comment.created_at}
            refusal={comment.refusal}
          />
        )}
        {!editing && comment.state !== 'refused' && !isUnseen && (
          <div className={styles.actions}>
            {!comment.isNew && (
              <button
                type="button"
                className={styles.action}
                aria-pressed={comment.liked}
                aria-label={commentsCopy.like(comment.author.username, comment.likes)}
                onClick={() => void like()}
              >
                <HeartIcon size="s" />
                {comment.likes > 0 && <span aria-hidden="true">{comment.likes}</span>}
              </button>
            )}
            {canReply && (
              <button
                type="button"
                className={styles.action}
                aria-label={commentsCopy.replyTo(comment.author.username)}
                onClick={onReply}
              >
                <ReplyIcon size="s" />
                {commentsCopy.reply}
              </button>
            )}
          </div>
        )}
      </div>
    </Item>
  );
}
