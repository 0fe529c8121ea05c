import { shellCopy } from '#copy/shell.ts';
import styles from './screens.module.css';

export function PendingScreen() {
  return <output className={styles.wait}>{shellCopy.loading}</output>;
}
