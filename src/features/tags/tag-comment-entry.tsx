import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import type { TagComment } from '#contract/tag-comment.ts';
import { tagsCopy } from '#copy/tags.ts';
import { AuthorAvatar, AuthorName } from '#features/author/author.tsx';
import log from '#features/feed/log-entry.module.css';
import { RichText } from '#features/text/rich-text.tsx';
import { AvatarMark } from '#ui/avatar-mark.tsx';
import { entryProps } from '#ui/entry.ts';
import { CommentIcon } from '#ui/icons/icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { Quotes } from '#ui/quotes.tsx';
import styles from './tag-page.module.css';

interface TagCommentEntryProps {
  post: FeedPost;
  comment: TagComment;
  /** At its end. */
  children?: ReactNode;
}

/** A comment with the tag. All of the entry leads to the comment. */
export function TagCommentEntry({ post, comment, children }: TagCommentEntryProps) {
  const { id, author, text, created_at } = comment;
  // The margin has no room for a long date.
  const wide = useMedia(WIDE);
  const title = post.title || post.description;
  return (
    <article {...entryProps(log.entry)}>
      <div className={log.margin}>
        <span className={styles.picture}>
          <AuthorAvatar author={author} />
          <AvatarMark icon={CommentIcon} />
        </span>
        {!wide && <LogTime iso={created_at} />}
      </div>
      <div className={log.column}>
        <div className={styles.by}>
          <AuthorName author={author} />
          <Link to="/posts/$postId" params={{ postId: post.id }} search={{ commentId: id }} className={styles.open}>
            {tagsCopy.inComment}
            <span className="sr"> {tagsCopy.by(author.username)}</span>
          </Link>
          {wide && <LogTime iso={created_at} />}
        </div>
        <div className={styles.words} data-covered>
          <RichText text={text} />
        </div>
        {title && (
          <p className={styles.about}>
            <Quotes text={tagsCopy.onPost(title)} />
          </p>
        )}
        {children}
      </div>
    </article>
  );
}
