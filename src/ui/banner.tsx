import type { ReactNode } from 'react';
import { uiCopy } from '#copy/ui.ts';
import styles from './banner.module.css';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/icons.tsx';

interface BannerProps {
  /** The first words, in bold. */
  title?: string;
  children: ReactNode;
  icon?: ReactNode;
  /** `held`: about what is still on this device. `stop`: something is wrong. */
  tone?: 'plain' | 'held' | 'stop';
  action?: ReactNode;
  /** Given, it can be put away. */
  onDismiss?: () => void;
}

/** A line across the sheet that stays until it is no longer true. Announced when it appears; it never covers anything. */
export function Banner({ title, children, icon, tone = 'plain', action, onDismiss }: BannerProps) {
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
      {onDismiss && (
        <IconButton quiet label={uiCopy.dismiss} className={styles.close} onClick={onDismiss}>
          <CloseIcon size="s" />
        </IconButton>
      )}
    </div>
  );
}
