import { Link } from '#ui/link.tsx';
import { useEffect } from 'react';
import type { Pictures } from '#contract/viewer-address.ts';
import { photoCopy } from '#copy/photo.ts';
import styles from './photo-link.module.css';
import { usePhotoSources } from './source-queries.ts';

export interface PhotoLinkProps {
  pictures: Pictures;
  /** From 0. */
  at: number;
  alt: string;
  /** Wanted where an `<img>` cannot load the file from its address. */
  onRead?: ((src: string) => void) | undefined;
}

/** Covers a picture and opens the viewer. The screen stays as it is below the viewer, which src/app/notes.tsx shows. */
export function PhotoLink({ pictures, at, alt, onRead }: PhotoLinkProps) {
  const { post, comment, images, isOwn } = pictures;
  const url = images[at]?.url ?? '';
  const src = usePhotoSources(onRead ? [url] : [], isOwn)[url];
  useEffect(() => {
    if (src !== undefined) onRead?.(src);
  }, [src, onRead]);
  return (
    <Link
      to="."
      search={true}
      state={{ viewer: { ...pictures, at } }}
      mask={{ to: '/fullscreenimagemodal', search: { post, comment, at } }}
      resetScroll={false}
      preload={false}
      className={styles.open}
      aria-label={photoCopy.open(alt)}
    />
  );
}
