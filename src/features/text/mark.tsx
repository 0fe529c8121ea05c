import styles from './rich-text.module.css';
import { withoutMarks } from './tokens.ts';

/** A mention of a member who may not exist. The marks after it are of the sentence. */
export function Mark({ text }: { text: string }) {
  const name = withoutMarks(text);
  return (
    <>
      <span className={styles.mark}>{name}</span>
      {text.slice(name.length)}
    </>
  );
}
