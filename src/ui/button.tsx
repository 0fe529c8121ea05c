import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { cx } from './class-names.ts';

/** `make` is orange and only for what the member writes; `ink` for every other main action. */
export type ButtonKind = 'make' | 'ink' | 'outline' | 'text' | 'danger';

export interface ButtonLook {
  kind?: ButtonKind;
  size?: 's' | 'm';
  wide?: boolean;
}

type ButtonProps = ComponentProps<'button'> & ButtonLook;

export function Button({ kind = 'ink', size = 'm', wide = false, type = 'button', className, ...rest }: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- a prop with a safe default
      type={type}
      className={cx(styles.button, styles[kind], className)}
      data-size={size}
      data-wide={wide}
      {...rest}
    />
  );
}
