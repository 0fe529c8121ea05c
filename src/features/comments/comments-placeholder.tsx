import { commentsCopy } from '#copy/comments.ts';
import { NO_COMMENTS, type OnTalk, useTalk } from './talk.ts';
import styles from './comments-section.module.css';

interface CommentsPlaceholderProps {
  locked: boolean;
  isOut: boolean;
  offline: boolean;
  onTalk: OnTalk;
}

/** In place of the comments before the database is open. */
export function CommentsPlaceholder({ locked, isOut, offline, onTalk }: CommentsPlaceholderProps) {
  useTalk(onTalk, { isOut, locked, comments: NO_COMMENTS });
  return (
    <section id="comments" className={styles.section} aria-labelledby="comments-title">
      <h2 id="comments-title" className={styles.title}>
        {commentsCopy.title(0)}
      </h2>
      <output className={styles.note}>{offline ? null : commentsCopy.loading}</output>
      {offline && <p className={styles.note}>{commentsCopy.partly}</p>}
    </section>
  );
}
