import { commentsCopy } from '#copy/comments.ts';
import styles from './comments-section.module.css';

/** Shown instead of the comments until the database is open. */
export function CommentsPlaceholder({ offline }: { offline: boolean }) {
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
