import { commentsCopy } from '#copy/comments.ts';
import { NO_COMMENTS, type OnComposerState, useReportComposerState } from './composer-state.ts';
import styles from './comments-section.module.css';

interface CommentsPlaceholderProps {
  locked: boolean;
  acceptsComments: boolean;
  offline: boolean;
  onComposerState: OnComposerState;
}

/** Shown instead of the comments until the database is open. */
export function CommentsPlaceholder({ locked, acceptsComments, offline, onComposerState }: CommentsPlaceholderProps) {
  useReportComposerState(onComposerState, { acceptsComments, locked, comments: NO_COMMENTS });
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
