import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { photoCopy } from '#copy/photo.ts';
import { uiCopy } from '#copy/ui.ts';
import { isRtl } from './direction.ts';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/icons.tsx';
import { ChevronLeftIcon, ChevronRightIcon, ZoomInIcon, ZoomOutIcon } from './icons/more-icons.tsx';
import styles from './lightbox.module.css';
import { openModal } from './modals.ts';
import { useZoom } from './use-zoom.ts';

export interface LightboxImage {
  src: string;
  alt: string;
}

interface LightboxProps {
  images: readonly LightboxImage[];
  /** Index of the picture shown. */
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  /** Accessible name: "Pictures of this post". */
  label: string;
}

/**
 * Full-screen pictures. Swiping uses native scroll-snap; arrows, Home and End move too; pinch, double tap, Ctrl + wheel, + and −
 * zoom; Escape and Back close, and focus returns to the pressed picture.
 */
export function Lightbox({ images, index, onIndex, onClose, label }: LightboxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState(false);
  const zoom = useZoom(setZoomed);
  const first = useRef(index);

  useLayoutEffect(() => {
    const element = dialog.current;
    const close = element ? openModal(element) : undefined;
    strip.current?.focus();
    strip.current?.children[first.current]?.scrollIntoView({ behavior: 'instant', inline: 'start' });
    return close;
  }, []);

  const go = (to: number) => {
    const wanted = Math.max(0, Math.min(images.length - 1, to));
    zoom.reset();
    strip.current?.children[wanted]?.scrollIntoView({ inline: 'start', block: 'nearest' });
  };
  const onScroll = () => {
    const box = strip.current;
    if (!box || box.clientWidth === 0) return;
    const at = Math.round(Math.abs(box.scrollLeft) / box.clientWidth);
    if (at === index || at >= images.length) return;
    zoom.reset();
    onIndex(at);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    const forward = isRtl(event.currentTarget) ? -1 : 1;
    const moves: Record<string, () => void> = {
      ArrowRight: () => go(index + forward),
      ArrowLeft: () => go(index - forward),
      Home: () => go(0),
      End: () => go(images.length - 1),
      '+': () => zoom.by(1.5),
      '=': () => zoom.by(1.5),
      '-': () => zoom.by(1 / 1.5),
      '0': () => zoom.reset(),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
  const several = images.length > 1;
  return (
    <dialog
      ref={dialog}
      className={styles.lightbox}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <div ref={strip} className={styles.strip} data-zoomed={zoomed} tabIndex={-1} onScroll={onScroll}>
        {images.map((image, at) => (
          <figure key={image.src} className={styles.slide} aria-hidden={at !== index || undefined}>
            <img
              ref={at === index ? zoom.ref : undefined}
              src={image.src}
              alt={image.alt || photoCopy.noAlt}
              draggable={false}
              decoding="async"
              // Only the neighbours are loaded, so that a swipe finds them ready.
              loading={Math.abs(at - index) <= 1 ? 'eager' : 'lazy'}
            />
          </figure>
        ))}
      </div>
      <div className={styles.bar}>
        <p className={styles.words} aria-live="polite">
          {several && <span className={styles.count}>{uiCopy.position(index + 1, images.length)}</span>}
          <span className={styles.alt}>{images[index]?.alt}</span>
        </p>
        <IconButton quiet label={zoomed ? uiCopy.zoomOut : uiCopy.zoomIn} onClick={() => zoom.toggle()}>
          {zoomed ? <ZoomOutIcon /> : <ZoomInIcon />}
        </IconButton>
        <IconButton quiet label={uiCopy.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {several && !zoomed && (
        <>
          <IconButton
            quiet
            kind="solid"
            label={uiCopy.previous}
            className={styles.previous}
            disabled={index === 0}
            onClick={() => go(index - 1)}
          >
            <ChevronLeftIcon />
          </IconButton>
          <IconButton
            quiet
            kind="solid"
            label={uiCopy.next}
            className={styles.next}
            disabled={index === images.length - 1}
            onClick={() => go(index + 1)}
          >
            <ChevronRightIcon />
          </IconButton>
        </>
      )}
    </dialog>
  );
}
