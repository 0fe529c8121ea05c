import styles from './rank-ring.module.css';

interface RankRingProps {
  /** 0 Fresh Mag … 4 Veteran */
  rank: number;
  label: string;
}

/** Rank as rings, on whole and half pixels of 18 px: crisp at 1x. Ranks differ in fill, not in line width. */
export function RankRing({ rank, label }: RankRingProps) {
  return (
    <span className={styles.rank} title={label}>
      <svg className={styles.ring} viewBox="0 0 18 18" aria-hidden="true">
        {rank <= 0 && <circle className={styles.dotted} cx="9" cy="9" r="7.5" />}
        {rank >= 1 && rank <= 3 && <circle cx="9" cy="9" r="8" />}
        {rank === 2 && <circle cx="9" cy="9" r="4" />}
        {rank === 3 && (
          <>
            <circle cx="9" cy="9" r="5" />
            <circle className={styles.solid} cx="9" cy="9" r="2.2" />
          </>
        )}
        {rank >= 4 && (
          <>
            <circle className={styles.solid} cx="9" cy="9" r="9" />
            <circle className={styles.cut} cx="9" cy="9" r="5.5" />
            <circle className={styles.bull} cx="9" cy="9" r="2" />
          </>
        )}
      </svg>
      <span className="sr">{label}</span>
    </span>
  );
}
