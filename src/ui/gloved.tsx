import type { ReactNode } from 'react';
import styles from './gloved.module.css';

/** Shown for gloves only (public/gloves.css): buttons that do what a gesture does. It adds no box of its own. */
export function Gloved({ children }: { children: ReactNode }) {
  return (
    <span data-later data-gloved className={styles.gloved}>
      {children}
    </span>
  );
}
