import { useState } from 'react';
import styles from './avatar.module.css';
import { cx } from './class-names.ts';

interface AvatarProps {
  name: string | null;
  src: string | null;
  size?: 's' | 'm';
}

/** Decoration beside a name, so it is silent. Without a picture, or when it fails to load, the first letters stand in. */
export function Avatar({ name, src, size = 'm' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (src && broken !== src) {
    return (
      <img
        className={styles.avatar}
        data-size={size}
        src={src}
        alt=""
        width="40"
        height="40"
        decoding="async"
        onError={() => setBroken(src)}
      />
    );
  }
  return (
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
