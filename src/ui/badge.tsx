import type { ReactNode } from 'react';
import { uiCopy } from '#copy/ui.ts';
import styles from './badge.module.css';

interface CountBadgeProps {
  count: number;
  /** What is read out; "3 unread" by default. */
  label?: string;
  /** `waiting`: a square in orange ink, for what has not left this device. */
  kind?: 'unread' | 'waiting';
}

const MOST = 99;

/** A small number on something. Shows nothing for nothing; above 99 it says so, and only the label knows the number. */
export function CountBadge({ count, label = uiCopy.unread(count), kind = 'unread' }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className={styles.count} data-kind={kind}>
      <span aria-hidden="true">{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr">{label}</span>
    </span>
  );
}

/** What somebody is: a role or an honour, with its word. */
export function Badge({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.badge}>
      {icon}
      {children}
    </span>
  );
}
