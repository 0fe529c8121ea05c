import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { CheckIcon } from './icons/icons.tsx';
import styles from './pill.module.css';

interface PillProps extends Omit<ComponentProps<'button'>, 'children'> {
  children: ReactNode;
  /** Makes it a filter toggle. */
  on?: boolean;
  /** `solid` announces something ("4 new"). */
  kind?: 'outline' | 'solid';
}

/** A small round button: a filter or a link to something new. The tap target is 44 px high. */
export function Pill({ children, on, kind = 'outline', className, ...rest }: PillProps) {
  return (
    <button type="button" aria-pressed={on} className={cx(styles.hit, className)} {...rest}>
      <span className={cx(styles.pill, styles[kind])}>
        {on && <CheckIcon size="s" />}
        {children}
      </span>
    </button>
  );
}
