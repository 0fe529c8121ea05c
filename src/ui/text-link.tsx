import { createLink } from './link.tsx';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import styles from './text-link.module.css';

function Anchor({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a className={cx(styles.link, className)} {...rest}>
      {children}
    </a>
  );
}

export const TextLink = createLink(Anchor);
