import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { RingIcon } from './icons/icons.tsx';

/** `make` is orange and only for what the member writes; `ink` for every other main action; `stop` takes something away. */
export type ButtonKind = 'make' | 'ink' | 'outline' | 'text' | 'danger' | 'stop';

export interface ButtonLook {
  kind?: ButtonKind;
  size?: 's' | 'm';
  wide?: boolean;
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Under way: a ring turns, presses do nothing, and the focus stays where it is (a disabled button would lose it). */
    busy?: boolean;
  };

export function Button({
  kind = 'ink',
  size = 'm',
  wide = false,
  type = 'button',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A submit button would send the form a second time.
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- a prop with a safe default
      type={type}
      className={cx(styles.button, styles[kind], className)}
      data-size={size}
      data-wide={wide}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busy && <RingIcon size="s" className={styles.turning} />}
      {children}
    </button>
  );
}
