import styles from './rich-text.module.css';
import { withoutDots } from './tokens.ts';

/** A mention of a member who may not exist. The dots after it end a sentence. */
export function Mark({ text }: { text: string }) {
  const name = withoutDots(text);
  return (
    <>
      <span className={styles.mark}>{name}</span>
      {text.slice(name.length)}
    </>
  );
}
