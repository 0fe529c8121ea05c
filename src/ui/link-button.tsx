import { createLink } from './link.tsx';
import type { ComponentProps } from 'react';
import type { ButtonLook } from './button.tsx';
import styles from './button.module.css';
import { cx } from './class-names.ts';

function Anchor({
  kind = 'ink',
  size = 'm',
  wide = false,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook) {
  return (
    <a className={cx(styles.button, styles[kind], className)} data-size={size} data-wide={wide} {...rest}>
      {children}
    </a>
  );
}

/** A link styled as a button: it navigates, so it stays an anchor. */
export const LinkButton = createLink(Anchor);
