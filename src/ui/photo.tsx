import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { photoCopy } from '#copy/photo.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { ImageOffIcon } from './icons/icons.tsx';
import styles from './photo.module.css';

interface PhotoProps {
  src: string;
  /** Alternative text; empty if the author gave none. */
  alt: string;
  /** Size of the file in px, to reserve its space. Without it, a 3:2 box. */
  width?: number | null;
  height?: number | null;
  srcSet?: string;
  sizes?: string;
  /** A preview of a few bytes, shown blurred until the picture has loaded. */
  preview?: string | null;
  /** On the first screen: loaded eagerly, with high priority. */
  priority?: boolean;
  /** Data saver: shows a button with this size as text until it is pressed. */
  heldBack?: string | true;
  /** Makes it a button that opens the lightbox. */
  onOpen?: () => void;
  className?: string | undefined;
}

/** Tallest aspect ratio shown uncropped in a feed; the lightbox shows the whole picture. */
const TALLEST = 5 / 4;

type Phase = 'coming' | 'here' | 'failed';

/** A picture whose space is reserved before it loads: blurred preview, then sharp; on failure an error with Try again. */
export function Photo({
  src,
  alt,
  width,
  height,
  srcSet,
  sizes,
  preview,
  priority = false,
  heldBack,
  onOpen,
  className,
}: PhotoProps) {
  const [state, setState] = useState<{ src: string; phase: Phase; attempt: number }>({
    src,
    phase: 'coming',
    attempt: 0,
  });
  const [asked, setAsked] = useState(false);
  if (state.src !== src) setState({ src, phase: 'coming', attempt: 0 });
  const settle = (phase: Phase) => setState((before) => (before.phase === phase ? before : { ...before, phase }));
  const ratio = width && height ? Math.max(width / height, 1 / TALLEST) : 3 / 2;
  const waits = heldBack !== undefined && !asked;

  const image = (
    <img
      key={state.attempt}
      // A cached picture may be complete before React listens, and then no load event fires.
      ref={(element) => {
        if (element?.complete && element.naturalWidth > 0) settle('here');
      }}
      className={styles.image}
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt || photoCopy.noAlt}
      width={width ?? undefined}
      height={height ?? undefined}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding={priority ? 'auto' : 'async'}
      onLoad={() => settle('here')}
      onError={(event: SyntheticEvent<HTMLImageElement>) => {
        // The empty src of an unmounting element is not a failure.
        if (event.currentTarget.isConnected) settle('failed');
      }}
    />
  );
  let content: ReactNode = image;
  if (waits) {
    content = (
      <div className={styles.message}>
        <Button kind="outline" size="s" className={styles.onPaper} onClick={() => setAsked(true)}>
          {heldBack === true ? photoCopy.show : photoCopy.showSize(heldBack)}
        </Button>
      </div>
    );
  } else if (state.phase === 'failed') {
    content = (
      <div className={styles.message}>
        <span className="sr">{alt || photoCopy.noAlt}</span>
        <ImageOffIcon />
        <p>{photoCopy.photoFailed}</p>
        <Button kind="text" size="s" onClick={() => setState({ src, phase: 'coming', attempt: state.attempt + 1 })}>
          {photoCopy.tryAgain}
        </Button>
      </div>
    );
  } else if (onOpen) {
    content = (
      <button type="button" className={styles.open} aria-label={photoCopy.openPhoto(alt)} onClick={onOpen}>
        {image}
      </button>
    );
  }
  return (
    <div
      className={cx(styles.photo, className)}
      data-phase={waits ? 'held' : state.phase}
      style={{ aspectRatio: String(ratio) }}
    >
      {preview && state.phase !== 'here' && <img className={styles.preview} src={preview} alt="" />}
      {content}
    </div>
  );
}
