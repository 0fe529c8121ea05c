import type { ReactNode } from 'react';
import styles from './found.module.css';

/** A word that a search found: bold, on blue pencil. */
export const Found = ({ children }: { children: ReactNode }) => <mark className={styles.found}>{children}</mark>;
