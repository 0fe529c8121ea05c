import { startTransition, useState, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import { later } from './later.tsx';
import styles from './photo.module.css';
import type { PhotoTroubleProps } from './photo-trouble.tsx';

const Trouble = later<PhotoTroubleProps>(async () => (await import('./photo-trouble.tsx')).PhotoTrouble);

interface PhotoProps {
  src: string | undefined;
  alt: string;
  /** Size of the file in px, to reserve its space. Without it, a 3:2 box. */
  width?: number | null | undefined;
  height?: number | null | undefined;
  /** A preview of a few bytes, shown blurred until the picture has loaded. */
  preview?: string | null | undefined;
  /** Its author's device has not sent it: it may only be there. */
  awaited?: number | undefined;
  /** On the first screen: loaded eagerly, with high priority. */
  priority?: boolean | undefined;
  /** Data saver: shows a button, with this size as text, until it is pressed. */
  deferred?: string | boolean;
  /** Whether the file is on this device: then data saver does not hold it back. */
  isHere?: () => Promise<boolean>;
  children?: ReactNode;
  className?: string | undefined;
}

/** Wider than any screen, in px: each picture shrinks to its share of the row. */
const HUGE = 4000;

type Phase = 'deferred' | 'coming' | 'here' | 'failed';

/** Width divided by height, or 3:2. */
export const ratioOf = ({ width, height }: Pick<PhotoProps, 'width' | 'height'>): number =>
  width && height ? width / height : 1.5;

/** A picture's box: as wide as its container, or its share of a row. An element, because drawn pages have no styles. */
export function PhotoBox({ ratio }: { ratio: number }) {
  'use no memo';
  const width = Math.round(HUGE * ratio);
  return <svg className={styles.box} viewBox={`0 0 ${width} ${HUGE}`} width={width} aria-hidden="true" />;
}

/** A picture: reserved space, blurred preview, sharp; on failure its text and Load again. Key it by file. */
export function Photo({
  src,
  alt,
  width,
  height,
  preview,
  awaited,
  priority,
  deferred,
  isHere,
  children,
  className,
}: PhotoProps) {
  // In the first chunk, which is small: it renders again only when its phase changes.
  'use no memo';
  const [phase, setPhase] = useState<Phase>(deferred ? 'deferred' : 'coming');
  const isShown = phase === 'coming' || phase === 'here';
  return (
    <span className={cx(styles.photo, className)} data-phase={phase}>
      <PhotoBox ratio={ratioOf({ width, height })} />
      {preview && phase === 'coming' && <img className={styles.preview} src={preview} alt="" />}
      {!isShown && (
        <Trouble
          alt={alt}
          deferred={phase === 'deferred' && deferred}
          isHere={isHere}
          isAwaited={awaited === 1}
          onLoad={() => setPhase('coming')}
        />
      )}
      {isShown && src && (
        <img
          // A cached picture may be complete before React listens, and then no load event fires.
          ref={(element) => {
            if (!element?.complete || !element.naturalWidth) return;
            // Urgent changes render in the task that adds it; a first screen's picture is visible without it.
            if (priority) startTransition(() => setPhase('here'));
            else setPhase('here');
          }}
          className={styles.image}
          src={src}
          alt={alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding={priority ? 'auto' : 'async'}
          onLoad={() => setPhase('here')}
          onError={(event) => {
            // The empty src of an unmounting element is not a failure.
            if (event.currentTarget.isConnected) setPhase('failed');
          }}
        />
      )}
      {isShown && children}
    </span>
  );
}
