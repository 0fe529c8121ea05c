import { MARKS } from '#ui/icons/marks.ts';
import styles from './drawn-mark.module.css';

/** `:name:` as the picture of that name, as large as the text around it. */
export function DrawnMark({ text }: { text: string }) {
  const name = text.slice(1, -1);
  const mark = MARKS[name];
  if (!mark) return text;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot have the colour of the text around it
    <svg className={styles.mark} data-typed={text} viewBox="0 0 24 24" role="img" aria-label={name}>
      <path className={styles.filled} d={mark[1]} />
      <path d={mark[0]} />
    </svg>
  );
}
