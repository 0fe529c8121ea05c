import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { ImageOffIcon } from './icons/icons.tsx';
import styles from './photo.module.css';

interface PhotoProps {
  src: string;
  /** What is seen in it; empty where the author said nothing. */
  alt: string;
  /** Of the file, in px: they reserve the place. Without them it is a 3:2 window. */
  width?: number | null;
  height?: number | null;
  srcSet?: string;
  sizes?: string;
  /** A picture of a few bytes to show blurred until the real one is there. */
  preview?: string | null;
  /** On the first screen: fetched at once and first. */
  priority?: boolean;
  /** Data saver: a button with this size in words stands there until it is pressed. */
  heldBack?: string | true;
  /** Makes it a button that opens it large. */
  onOpen?: () => void;
  className?: string | undefined;
}

/** Tallest shape that a feed shows whole; what is taller is cut, and whole in the lightbox. */
const TALLEST = 5 / 4;

type Phase = 'coming' | 'here' | 'failed';

/** A picture whose place is kept before it comes. Blurred, then sharp; failed, it says so and offers to try again. */
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
      // From the cache it may be complete before React listens; then no load event comes.
      ref={(element) => {
        if (element?.complete && element.naturalWidth > 0) settle('here');
      }}
      className={styles.image}
      src={src}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt || uiCopy.noAlt}
      width={width ?? undefined}
      height={height ?? undefined}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding={priority ? 'auto' : 'async'}
      onLoad={() => settle('here')}
      onError={(event: SyntheticEvent<HTMLImageElement>) => {
        // An empty src of an element that is going away is no failure.
        if (event.currentTarget.isConnected) settle('failed');
      }}
    />
  );
  let content: ReactNode = image;
  if (waits) {
    content = (
      <div className={styles.message}>
        <Button kind="outline" size="s" className={styles.onPaper} onClick={() => setAsked(true)}>
          {heldBack === true ? uiCopy.show : uiCopy.showSize(heldBack)}
        </Button>
      </div>
    );
  } else if (state.phase === 'failed') {
    content = (
      <div className={styles.message}>
        <span className="sr">{alt || uiCopy.noAlt}</span>
        <ImageOffIcon />
        <p>{uiCopy.photoFailed}</p>
        <Button kind="text" size="s" onClick={() => setState({ src, phase: 'coming', attempt: state.attempt + 1 })}>
          {uiCopy.tryAgain}
        </Button>
      </div>
    );
  } else if (onOpen) {
    content = (
      <button type="button" className={styles.open} aria-label={uiCopy.openPhoto(alt)} onClick={onOpen}>
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
