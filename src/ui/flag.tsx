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
            d="M8 14c5 .4 11.5 1.8 13.8 4.6-1 5 .9 9.4-.5 13.8-.5 1.7-.6 3.6.2 5.6-2.6.6-4.3-.6-5.6-1.9-.9-4.6 1-7.3-1.8-10.6C12.4 23.6 10 23 8 23Z"
          />
          <path className={styles.fold} d="M11.5 15.5c3.4 2.6 5.7 5.4 5.6 9.5" />
        </g>
      )}
      <path className={styles.pole} d="M7 2.5V42M2.5 42h9" />
    </svg>
  );
}
