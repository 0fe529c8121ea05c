import { type ReactNode, useState } from 'react';
import type { PostImage } from '#contract/post-images.ts';
import { useDataSaver } from '#features/settings/queries.ts';
import { later } from '#ui/later.tsx';
import { Photo, PhotoBox, ratioOf } from '#ui/photo.tsx';
import styles from './photo-grid.module.css';
import type { PhotoLinkProps } from './photo-link.tsx';
import { directSource } from './queries.ts';
import type { Pictures } from '#contract/viewer-address.ts';

// Not needed for first paint.
const PhotoLink = later<PhotoLinkProps>(async () => (await import('./photo-link.tsx')).PhotoLink);

interface PhotoGridProps {
  pictures: Pictures;
  /** Alternative text of a picture without one. */
  alt: string;
  first?: boolean;
  className?: string | undefined;
}

/** The least width of a row, divided by its height: a tall picture alone is narrower than the row. */
const LEAST_RATIO = 0.8;

/** One to five pictures in one or two rows, none cropped: the pictures of a row have the same height. */
export function PhotoGrid({ pictures, alt, first, className }: PhotoGridProps) {
  // Drawn only with its entry, which is memoized: the first chunk is small.
  'use no memo';
  const { images } = pictures;
  return (
    <PhotoRows images={images} className={className}>
      {images.map((image, at) => (
        <GridPhoto key={image.url} pictures={pictures} at={at} alt={image.alt || alt} first={first} />
      ))}
    </PhotoRows>
  );
}

interface PhotoRowsProps {
  images: readonly Pick<PostImage, 'width' | 'height'>[];
  className?: string | undefined;
  /** A `Photo` for each of them. */
  children: readonly ReactNode[];
}

export function PhotoRows({ images, className, children: photos }: PhotoRowsProps) {
  'use no memo';
  const split = images.length > 3 ? 2 : 3;
  const rest = LEAST_RATIO - images.slice(0, split).reduce((sum, image) => sum + ratioOf(image), 0);
  return (
    <div className={className}>
      <div className={styles.row}>
        {photos.slice(0, split)}
        {rest > 0 && <PhotoBox ratio={rest} />}
      </div>
      <div className={styles.row}>{photos.slice(split)}</div>
    </div>
  );
}

function GridPhoto({ pictures, at, alt, first }: PhotoLinkProps & Pick<PhotoGridProps, 'first'>) {
  'use no memo';
  const { url = '', ...image } = pictures.images[at] ?? {};
  const savesData = useDataSaver();
  // The first source stays: a picture that was just sent does not load again.
  const [src, setSrc] = useState(() => directSource(url, pictures.isOwn));
  return (
    <Photo
      {...image}
      src={src}
      alt={alt}
      priority={first}
      deferred={savesData && !pictures.isOwn}
      isHere={async () => (await import('./source-queries.ts')).isOnDevice(url)}
      className={styles.photo}
    >
      <PhotoLink pictures={pictures} at={at} alt={alt} onRead={src ? undefined : setSrc} />
    </Photo>
  );
}
