import { useState } from 'react';
import { cx } from './class-names.ts';
import { FLYING, FOLDS, HANGING, POLE } from './flag-shape.ts';
import styles from './flag.module.css';

interface FlagProps {
  /** Up: offline, holding. Down: online, sending. */
  up: boolean;
  /** Omitted where the text stands beside it. */
  label?: string;
  className?: string | undefined;
}

/** The logo shows the connection status: two silhouettes, always with text beside them. */
export function Flag({ up, label, className }: FlagProps) {
  // Animates once on a real change, never on mount.
  const [seen, setSeen] = useState(up);
  const [moved, setMoved] = useState(false);
  if (seen !== up) {
    setSeen(up);
    setMoved(true);
  }
  return (
    <svg
      className={cx(styles.flag, className)}
      viewBox="0 0 34 44"
      {...(label ? { role: 'img', 'aria-label': label, 'data-status': 'flag' } : { 'aria-hidden': true })}
      data-moved={moved}
    >
      {up ? (
        <path key="up" className={styles.up} d={FLYING} />
      ) : (
        <g key="down" className={styles.down}>
          <path className={styles.cloth} d={HANGING} />
          <path className={styles.fold} d={FOLDS} />
        </g>
      )}
      <path className={styles.pole} d={POLE} />
    </svg>
  );
}
