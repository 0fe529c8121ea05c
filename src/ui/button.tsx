import type { ComponentProps, MouseEvent } from 'react';
import styles from './button.module.css';
import { cx } from './class-names.ts';
import { TurningRing } from './turning-ring.tsx';

/** `make` (orange): only the member's own writing; `ink`: other primary actions; `stop`: destructive ones. */
export type ButtonKind = 'make' | 'ink' | 'outline' | 'text' | 'danger' | 'stop';

export interface ButtonLook {
  kind?: ButtonKind;
  size?: 's' | 'm';
  wide?: boolean;
}

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** In progress: shows a spinner, ignores presses and keeps focus (a disabled button would lose it). */
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
    // A submit button would submit the form a second time.
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
      {busy && <TurningRing size="s" />}
      {children}
    </button>
  );
}
