import { entryProps } from './entry.ts';
import styles from './skeleton.module.css';

/** Static bars, only for a device without data: never in place of existing content. */
export function EntrySkeleton({ entries = 3 }: { entries?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: entries }, (_, index) => (
        <div key={index} {...entryProps(styles.entry)}>
          <span className={styles.disc} />
          <div className={styles.lines}>
            <span />
            <span />
            <span />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The same for plain text: a page or panel that is not on the device yet. */
export function LineSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.plain} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} />
      ))}
    </div>
  );
}
