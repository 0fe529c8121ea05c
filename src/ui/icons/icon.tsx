import styles from './icon.module.css';

export interface IconProps {
  /** `s` 18 px beside text, `m` 22 px (default), `l` 26 px. */
  size?: 's' | 'm' | 'l';
  /** Filled when active: my vote, my like. */
  on?: boolean;
  className?: string | undefined;
}

/**
 * Makes an icon from path data in a 24 px box. Always hidden from screen readers: the label is on the control.
 *
 * @param mirrored it points to where reading starts or ends: from right to left it is turned round
 */
export function icon(d: string, mirrored?: true) {
  return function Icon({ size = 'm', on, className }: IconProps) {
    return (
      <svg
        className={className ? `${styles.icon} ${className}` : styles.icon}
        data-size={size}
        data-on={on}
        data-mirrored={mirrored}
        viewBox="0 0 24 24"
        aria-hidden="true"
      >
        <path d={d} />
      </svg>
    );
  };
}
