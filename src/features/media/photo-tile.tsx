import type { PointerEvent, ReactNode } from 'react';
import { mediaCopy } from '#copy/media.ts';
import { CloseIcon } from '#ui/icons/icons.tsx';
import styles from './photos-field.module.css';

interface PhotoTileProps {
  image: ReactNode;
  /** From 1. */
  position: number;
  /** It is reduced, or waits for that. */
  pending?: boolean;
  /** It is being dragged: an outline stands for it. */
  lifted?: boolean;
  onRemove: () => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** A square cut of a picture with its number; the post shows the whole picture. */
export function PhotoTile({ image, position, pending, lifted, ...rest }: PhotoTileProps) {
  const { onRemove, onPointerDown, children } = rest;
  return (
    <li className={styles.tile} data-pending={pending} data-lifted={lifted}>
      <div className={styles.print} data-movable={onPointerDown !== undefined} onPointerDown={onPointerDown}>
        {image}
        <b className={styles.number} aria-hidden="true">
          {position}
        </b>
        <button type="button" className={styles.remove} aria-label={mediaCopy.remove(position)} onClick={onRemove}>
          <span>
            <CloseIcon size="s" />
          </span>
        </button>
      </div>
      <div className={styles.caption}>{children}</div>
    </li>
  );
}
