import type { ReactNode } from 'react';
import { AlertIcon } from '#ui/icons/icons.tsx';
import styles from './auth-form.module.css';

/** An error of the whole form. Announced when it appears. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.alert}>
      {children ? (
        <div className={styles.problem}>
          <AlertIcon size="s" />
          <div>{children}</div>
        </div>
      ) : null}
    </div>
  );
}
