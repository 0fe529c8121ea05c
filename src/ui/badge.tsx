import type { ReactNode } from 'react';
import { uiCopy } from '#copy/ui.ts';
import styles from './badge.module.css';

interface CountBadgeProps {
  count: number;
  /** The label for screen readers; "3 unread" by default. */
  label?: string;
  /** `waiting`: an orange square, for unsent work. */
  kind?: 'unread' | 'waiting';
}

const MOST = 99;

/** A small count on an icon. Renders nothing for 0; shows "99+" above 99, while the label keeps the exact number. */
export function CountBadge({ count, label = uiCopy.unread(count), kind = 'unread' }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} data-kind={kind}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr">{label}</span>
    </span>
  );
}

export function Badge({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.badge}>
      {icon}
      {children}
    </span>
  );
}
