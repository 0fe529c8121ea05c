import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './icon-button.module.css';
import { Tooltip } from './tooltip.tsx';
import { TurningRing } from './turning-ring.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The accessible name, also shown as a tooltip unless `quiet`. */
  label: string;
  /** The icon, optionally with a number. */
  children: ReactNode;
  /** The state of a toggle; the caller fills the icon when it is on. */
  pressed?: boolean;
  kind?: 'plain' | 'outline' | 'solid';
  busy?: boolean;
  /** No tooltip: a visible word stands beside it. */
  quiet?: boolean;
}

/** An icon-only button: at least 44 px, always named. */
export function IconButton({
  label,
  children,
  pressed,
  kind = 'plain',
  busy = false,
  quiet = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      className={cx(styles.button, styles[kind], className)}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {busy ? <TurningRing /> : children}
    </button>
  );
  return quiet ? button : <Tooltip text={label}>{button}</Tooltip>;
}
