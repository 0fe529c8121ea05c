import { createLink } from '@tanstack/react-router';
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

/** A link that is only an icon: 44 px to hit and always named. */
export const IconLink = createLink(Anchor);
