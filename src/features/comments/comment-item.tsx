import type { Comment } from '#contract/comment-row.ts';
import { safetyCopy } from '#copy/safety.ts';
import type { MenuItem } from '#ui/menu.tsx';
import { CommentEntry, FoldedReplies, HiddenComment } from './comment-entry.tsx';
import type { ThreadItem } from './folds.ts';

/** What all entries of a thread share. */
export interface ThreadContext {
  postId: string;
  isMember: boolean;
  /** Ids. */
  highlighted: readonly string[];
  /** What the reader can do with a comment besides editing it. */
  menuOf: (comment: Comment) => readonly MenuItem[];
  /** Undefined if the reader cannot comment. */
  onReply: ((id: string) => void) | undefined;
  /** Shows or folds the replies to a comment. */
  onToggle: (parentId: string) => void;
}

interface CommentItemProps {
  item: ThreadItem;
  as: 'li' | 'div';
  context: ThreadContext;
}

/**
 * One entry of a thread. Its callbacks are made here, so that scrolling a long thread renders only the entries that
 * come into view.
 */
export function CommentItem({ item, as, context }: CommentItemProps) {
  if (item.kind === 'fold') {
    const { parent, depth, count, isOpen } = item;
    return (
      <FoldedReplies
        {...{ as, depth, count, isOpen }}
        username={parent.author.username}
        onToggle={() => context.onToggle(parent.id)}
      />
    );
  }
  const { comment, depth } = item;
  if (comment.hidden) return <HiddenComment as={as} text={safetyCopy.hiddenComment[comment.hidden]} depth={depth} />;
  const { postId, isMember, highlighted, onReply } = context;
  return (
    <CommentEntry
      {...{ as, postId, comment, depth, isMember }}
      highlighted={highlighted.includes(comment.id)}
      menu={context.menuOf(comment)}
      canReply={onReply !== undefined}
      onReply={() => onReply?.(comment.id)}
    />
  );
}
