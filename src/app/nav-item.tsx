import type { LinkProps } from '@tanstack/react-router';
import { NavLink } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import styles from './side-nav.module.css';

interface NavItemProps {
  to: NonNullable<LinkProps['to']>;
  icon: ReactNode;
  label: string;
  badge?: ReactNode;
}

/** The icon rail shows only the icon; the name remains for screen readers and as a tooltip. */
export function NavItem({ to, icon, label, badge }: NavItemProps) {
  return (
    <NavLink to={to} className={styles.item} title={label} aria-label={badge ? undefined : label}>
      {icon}
      <span className={styles.label}>{label}</span>
      {badge}
    </NavLink>
  );
}
