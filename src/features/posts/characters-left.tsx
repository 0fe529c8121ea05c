import { postPagesCopy } from '#copy/post-pages.ts';
import styles from './composer.module.css';

/** Empty until the limit is near. */
export function CharactersLeft({ length, limit }: { length: number; limit: number }) {
  const left = limit - length;
  if (left > Math.min(200, limit * 0.2)) return null;
  return (
    <p className={styles.left} data-over={left < 0} role={left <= 0 ? 'status' : undefined}>
      {left < 0 ? postPagesCopy.over(-left) : postPagesCopy.left(left)}
    </p>
  );
}
