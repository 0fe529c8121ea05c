import type { ComponentProps } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { cx } from './class-names.ts';
import styles from './text-link.module.css';

/** A link to another site: opens in a new tab, announced as such, without referrer or opener. */
export function ExternalLink({ className, children, ...rest }: ComponentProps<'a'> & { href: string }) {
  return (
    <a className={cx(styles.link, className)} target="_blank" rel="noopener noreferrer" {...rest}>
      {children}
      <span className="sr"> ({uiCopy.newTab})</span>
    </a>
  );
}
