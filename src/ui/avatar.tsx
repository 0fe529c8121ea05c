import { useState } from 'react';
import styles from './avatar.module.css';
import { cx } from './class-names.ts';

export interface AvatarProps {
  name: string | null;
  src: string | null;
  /** 32, 40, 48 or, on profiles, 80 px. */
  size?: 's' | 'm' | 'l' | 'xl';
}

const PX = { s: 32, m: 40, l: 48, xl: 80 } as const;

/** Decoration beside a name, hidden from screen readers. Initials if there is no picture, or it fails. */
export function Avatar({ name, src, size = 'm' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  return src && broken !== src ? (
    <img
      className={styles.avatar}
      data-size={size}
      src={src}
      alt=""
      width={PX[size]}
      height={PX[size]}
      decoding="async"
      onError={() => setBroken(src)}
    />
  ) : (
    <span className={cx(styles.avatar, styles.letters)} data-size={size} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

function initials(name: string | null): string {
  const words = (name ?? '').split(/[._-]+/).filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => word.slice(0, 1)) : [(words[0] ?? '?').slice(0, 2)];
  return letters.join('').toUpperCase();
}
