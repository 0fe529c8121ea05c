import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  /** The first words, in bold. */
  title?: string;
  children: ReactNode;
  icon?: ReactNode;
  /** `unsent`: something is still on this device only. `stop`: an error. */
  tone?: 'plain' | 'unsent' | 'stop';
  action?: ReactNode;
}

/** A line across the page, shown while its condition is true. Announced when it appears; never covers content. */
export function Banner({ title, children, icon, tone = 'plain', action }: BannerProps) {
  return (
    <div role={tone === 'stop' ? 'alert' : 'status'} className={styles.banner} data-tone={tone}>
      {icon}
      <div className={styles.words}>
        <p>
          {title && <strong>{title} </strong>}
          {children}
        </p>
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}
