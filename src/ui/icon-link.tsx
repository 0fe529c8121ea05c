import { createLink } from './link.tsx';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import styles from './icon-link.module.css';

function Anchor({ className, children, 'aria-label': label, ...rest }: ComponentProps<'a'> & { 'aria-label': string }) {
  return (
    <a className={cx(styles.hit, className)} aria-label={label} {...rest}>
      {children}
    </a>
  );
}

/** An icon-only link: a 44 px target, always named. */
export const IconLink = createLink(Anchor);
