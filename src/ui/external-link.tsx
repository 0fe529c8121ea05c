import type { ComponentProps } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { cx } from './class-names.ts';
import styles from './text-link.module.css';

/** A link that leaves the product: a new tab, said so, and nothing told to the other side. */
export function ExternalLink({ className, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a className={cx(styles.link, className)} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <span className="sr"> ({uiCopy.newTab})</span>
    </a>
  );
}
