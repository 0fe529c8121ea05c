import { StatusText } from '#features/sync/status-text.tsx';
import styles from './page-status.module.css';

/** Under a page's title where the navigation with the flag is not in sight. */
export function PageStatus() {
  return (
    <span className={styles.status}>
      <StatusText />
    </span>
  );
}
