import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { photoCopy } from '#copy/photo.ts';
import { uiCopy } from '#copy/ui.ts';
import { isRtl } from './direction.ts';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons/icons.tsx';
import { ChevronLeftIcon, ChevronRightIcon, ZoomInIcon, ZoomOutIcon } from './icons/more-icons.tsx';
import styles from './lightbox.module.css';
import { openModal } from './modals.ts';
import { MovePad } from './move-pad.tsx';
import { useZoom } from './use-zoom.ts';

/** Of a key or button. */
const ZOOM_STEP = 1.5;

export interface LightboxImage {
  id: string;
  src: string | undefined;
  /** Empty if the author gave none. */
  alt: string;
  /** A preview of a few bytes. */
  preview?: string | null | undefined;
}

interface LightboxProps {
  images: readonly LightboxImage[];
  /** Index of the picture shown. */
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
  label: string;
  /** Below the position: whose pictures these are. */
  note?: ReactNode;
  action?: ReactNode;
}

/**
 * Full-screen pictures. Swiping uses native scroll-snap; arrows, Home and End move too; pinch, double tap, Ctrl +
 * wheel, + and − zoom; Escape and Back close, and focus returns to the pressed picture.
 */
export function Lightbox({ images, index, onIndex, onClose, label, note, action }: LightboxProps) {
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
      '+': () => zoom.by(ZOOM_STEP),
      '=': () => zoom.by(ZOOM_STEP),
      '-': () => zoom.by(1 / ZOOM_STEP),
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
      data-in-history
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={() => {
        if (!dialog.current?.open) onClose();
      }}
      onKeyDown={onKeyDown}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div ref={strip} className={styles.strip} data-zoomed={zoomed} tabIndex={0} onScroll={onScroll}>
        {images.map((image, at) => (
          <figure key={image.id} className={styles.slide} aria-hidden={at !== index || undefined}>
            {image.src ? (
              <img
                ref={at === index ? zoom.ref : undefined}
                src={image.src}
                alt={image.alt || photoCopy.noAlt}
                draggable={false}
                decoding="async"
              />
            ) : (
              image.preview && <img className={styles.preview} src={image.preview} alt="" />
            )}
          </figure>
        ))}
      </div>
      <div className={styles.bar}>
        <IconButton quiet label={uiCopy.close} onClick={onClose}>
          <CloseIcon />
        </IconButton>
        <p className={styles.words}>
          {several && (
            <span className={styles.count} aria-live="polite">
              {uiCopy.position(index + 1, images.length)}
            </span>
          )}
          {note && <span className={styles.note}>{note}</span>}
        </p>
        <IconButton quiet label={zoomed ? uiCopy.zoomOut : uiCopy.zoomIn} onClick={() => zoom.toggle()}>
          {zoomed ? <ZoomOutIcon /> : <ZoomInIcon />}
        </IconButton>
        {action}
      </div>
      {zoomed && (
        <div className={styles.foot}>
          <MovePad onMove={zoom.pan} onZoom={(closer) => zoom.by(closer ? ZOOM_STEP : 1 / ZOOM_STEP)} />
        </div>
      )}
      {!zoomed && (
        <div className={styles.foot}>
          {images[index]?.alt && (
            <p className={styles.caption}>
              <abbr className={styles.alt} title={photoCopy.altLong}>
                {photoCopy.alt}
              </abbr>
              {images[index].alt}
            </p>
          )}
          {several && (
            <div className={styles.thumbs}>
              {images.map(({ id, src, preview }, at) => (
                <button
                  key={id}
                  type="button"
                  className={styles.thumb}
                  aria-label={uiCopy.position(at + 1, images.length)}
                  aria-current={at === index}
                  onClick={() => go(at)}
                >
                  {(src ?? preview) && <img src={src ?? preview ?? ''} alt="" />}
                </button>
              ))}
            </div>
          )}
        </div>
      )}
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
