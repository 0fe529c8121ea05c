import { useState } from 'react';
import { cx } from './class-names.ts';
import styles from './flag.module.css';

interface FlagProps {
  /** Up: holding what was written. Down: the range is cold, things go out. */
  up: boolean;
  /** Left out where the words stand beside it. */
  label?: string;
  className?: string | undefined;
}

/** The logo is the status: two silhouettes, always with words beside them. */
export function Flag({ up, label, className }: FlagProps) {
  // It moves once, on a real change, never on arrival.
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
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      data-moved={moved}
    >
      {up ? (
        <path
          key="up"
          className={styles.up}
          d="M8 4.5c5-2.6 8.5 2.4 13.5.8 3-1 5.5-2.2 9.5-.6V20c-4-1.6-6.5-.4-9.5.6-5 1.6-8.5-3.4-13.5-.8Z"
        />
      ) : (
        <g key="down" className={styles.down}>
          <path
            className={styles.cloth}
            d="M8 18c5 .3 11.6 1.5 15.6 4.4.9 4.8-.7 9.2.8 13.8-1.6 1.4-3.5 1.3-4.9.2-1 1.7-3.1 2.1-4.7.8-.6-4 .6-7.6-1.4-9.8-1.6-1.7-3.5-2-5.4-2Z"
          />
          <path className={styles.fold} d="M12.4 20.6c3.6 2.3 4.6 6 4.4 11.4M18.6 22.4c1.6 3 1.1 6.6 1.3 10.2" />
        </g>
      )}
      <path className={styles.pole} d="M7 2.5V42M2.5 42h9" />
    </svg>
  );
}
