import type { ReactNode } from 'react';
import styles from './wait-line.module.css';

interface WaitLineProps {
  children: ReactNode;
  /** Aligned with the text of the entries below it. */
  inList?: boolean;
}

/** What a page is loading; announced. */
export const WaitLine = ({ children, inList }: WaitLineProps) => (
  <output className={styles.wait} data-list={inList || undefined}>
    {children}
  </output>
);
