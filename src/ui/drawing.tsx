import type { ReactNode } from 'react';
import styles from './drawings.module.css';

/** The frame of an illustration: its parts use the classes of drawings.module.css. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 112 96" aria-hidden="true">
      {children}
    </svg>
  );
}
