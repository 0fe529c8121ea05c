import type { ReactNode } from 'react';
import styles from './found.module.css';

export const Found = ({ children }: { children: ReactNode }) => <mark className={styles.found}>{children}</mark>;
