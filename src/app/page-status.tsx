import { StatusText } from '#features/sync/status-text.tsx';
import styles from './page-status.module.css';

/** Connection status under a page's title where the navigation with the flag is not visible. */
export function PageStatus() {
  return (
    <span className={styles.status} data-status="text">
      <StatusText />
    </span>
  );
}
