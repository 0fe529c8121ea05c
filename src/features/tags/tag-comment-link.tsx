import { Link } from '#ui/link.tsx';
import type { TagComment } from '#contract/tag-comment.ts';
import { tagsCopy } from '#copy/tags.ts';
import { tokenize } from '#features/text/tokens.ts';
import { Found } from '#ui/found.tsx';
import { ReplyIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import styles from './tag-page.module.css';

interface TagCommentLinkProps {
  postId: string;
  comment: TagComment;
  tag: string;
}

/** A comment with the tag, below its post. Leads to the comment. */
export function TagCommentLink({ postId, comment, tag }: TagCommentLinkProps) {
  const { id, author, text, created_at } = comment;
  return (
    <Link to="/posts/$postId" params={{ postId }} search={{ commentId: id }} className={styles.comment}>
      <span className={styles.by}>
        <ReplyIcon size="s" />
        <b>{tagsCopy.commentBy(author.username)}</b>
        <LogTime iso={created_at} />
      </span>
      <span className={styles.words}>
        {tokenize(text).map((token) =>
          token.kind === 'hashtag' && token.tag === tag ? <Found key={token.at}>{token.text}</Found> : token.text,
        )}
      </span>
    </Link>
  );
}
