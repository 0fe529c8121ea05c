import { useEffect, useRef } from 'react';
import { photoCopy } from '#copy/photo.ts';
import { Button } from './button.tsx';
import { ClockIcon } from './icons/icons.tsx';
import { ImageOffIcon } from './icons/more-icons.tsx';
import styles from './photo-trouble.module.css';

export interface PhotoTroubleProps {
  alt: string;
  /** Not asked for yet: the size as text, or true. Otherwise it failed to load. */
  deferred: string | boolean | undefined;
  isHere?: (() => Promise<boolean>) | undefined;
  /** The device that it was chosen on has not sent it: it is loaded when that has. */
  isAwaited: boolean;
  onLoad: () => void;
}

/** In the place of a picture that data saver defers, that is on another device, or that failed to load. */
export function PhotoTrouble({ alt, deferred, isHere, isAwaited, onLoad }: PhotoTroubleProps) {
  const latest = useRef({ isHere, onLoad });
  const wasAwaited = useRef(isAwaited);
  useEffect(() => {
    if (wasAwaited.current && !isAwaited) latest.current.onLoad();
    wasAwaited.current = isAwaited;
  }, [isAwaited]);
  const isDeferred = Boolean(deferred);
  useEffect(() => {
    const { isHere: ask, onLoad: load } = latest.current;
    if (!isDeferred || !ask) return;
    let isGone = false;
    void ask().then((isOnDevice) => {
      if (isOnDevice && !isGone) load();
    });
    return () => {
      isGone = true;
    };
  }, [isDeferred]);
  return (
    <span className={styles.message}>
      {!deferred && isAwaited ? (
        <>
          <ClockIcon />
          <span>{photoCopy.awaited}</span>
          <span className={styles.alt}>{alt}</span>
        </>
      ) : !deferred ? (
        <>
          <ImageOffIcon />
          <span className={styles.alt}>{alt || photoCopy.failed}</span>
          <Button kind="text" size="s" onClick={onLoad}>
            {photoCopy.loadAgain}
          </Button>
        </>
      ) : (
        <Button kind="outline" size="s" className={styles.onPaper} onClick={onLoad}>
          {deferred === true ? photoCopy.show : photoCopy.showSize(deferred)}
        </Button>
      )}
    </span>
  );
}
