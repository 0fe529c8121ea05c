import styles from './merch-page.module.css';

/** A drawing of the sticker: the raised flag on a round paper with a double rim. */
export function Sticker() {
  return (
    <svg className={styles.sticker} viewBox="0 0 160 160" aria-hidden="true">
      <circle className={styles.round} cx="80" cy="80" r="78" />
      <circle className={styles.rim} cx="80" cy="80" r="70" />
      <circle className={styles.rim} cx="80" cy="80" r="66" />
      <path
        className={styles.cloth}
        d="M60 42c15-7.800 25.500 7.200 40.500 2.400 9-3 16.500-6.600 28.500-1.800V88.500c-12-4.800-19.500-1.200-28.500 1.800-15 4.800-25.500-10.200-40.500-2.400Z"
      />
      <path className={styles.pole} d="M57 36v88M45 124h26" />
    </svg>
  );
}
