import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './icon-button.module.css';
import { RingIcon } from './icons/icons.tsx';
import { Tooltip } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  /** The name that is read out, and shown beside the pointer unless `quiet`. */
  label: string;
  /** The icon, and beside it at most a number. */
  children: ReactNode;
  /** A toggle says so: the icon is filled (`on`) by whoever gives it. */
  pressed?: boolean;
  kind?: 'plain' | 'outline' | 'solid';
  busy?: boolean;
  /** No tooltip: a word already stands beside it. */
  quiet?: boolean;
}

/** A button that is only an icon: 44 px at least, always named. */
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
      {busy ? <RingIcon className={styles.turning} /> : children}
    </button>
  );
  return quiet ? button : <Tooltip text={label}>{button}</Tooltip>;
}
