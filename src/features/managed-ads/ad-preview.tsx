import { useState } from 'react';
import type { AdType } from '#contract/ad-row.ts';
import { AD_SIZES } from '#contract/managed-ads.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { CheckIcon } from '#ui/icons/icons.tsx';
import styles from './ad-form.module.css';

interface AdPreviewProps {
  type: AdType;
  /** Where they are shown from; '' for none. */
  image: string;
  mobileImage: string;
  title: string;
}

/** The ad in its place between posts, and whether its image has the size of its type. */
export function AdPreview({ type, image, mobileImage, title }: AdPreviewProps) {
  return (
    <div className={styles.previews}>
      <Place name={copy.preview} type={type} image={image} title={title} />
      {type !== 'mobile' && <Place name={copy.mobileImage} type="mobile" image={mobileImage} title={title} />}
    </div>
  );
}

interface PlaceProps {
  name: string;
  type: AdType;
  image: string;
  title: string;
}

interface Size {
  src: string;
  width: number;
  height: number;
}

function Place({ name, type, image, title }: PlaceProps) {
  const [loaded, setLoaded] = useState<Size | null>(null);
  const { width, height } = AD_SIZES[type];
  const size = loaded?.src === image ? loaded : null;
  const fits = size?.width === width && size.height === height;
  return (
    <figure className={styles.place} data-type={type}>
      <figcaption>
        {name} · {copy.size(type, width, height)}
      </figcaption>
      <div className={styles.feed} aria-hidden="true">
        <i />
        <i />
        <span className={styles.slot} style={{ aspectRatio: `${width} / ${height}` }}>
          {image && (
            <img
              src={image}
              alt={title}
              onLoad={({ currentTarget }) =>
                setLoaded({ src: image, width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
              }
            />
          )}
        </span>
        <i />
        <i />
      </div>
      {image === '' ? (
        <p className={styles.quiet}>{copy.noImage}</p>
      ) : (
        size && (
          <p className={fits ? styles.fits : styles.quiet}>
            {fits && <CheckIcon size="s" />}
            {fits ? copy.fits : `${copy.actual(size.width, size.height)}. ${copy.needs(width, height)}`}
          </p>
        )
      )}
    </figure>
  );
}
