import type { ReactNode } from 'react';
import { signInCopy } from '#copy/sign-in.ts';
import styles from './auth-form.module.css';

/** Buttons below a form, for members who have or want no password. */
export function OtherWays({ children }: { children: ReactNode }) {
  return (
    <div className={styles.ways}>
      <p className={styles.or}>{signInCopy.or}</p>
      {children}
    </div>
  );
}
