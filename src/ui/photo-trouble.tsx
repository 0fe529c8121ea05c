import { useEffect, useRef } from 'react';
import { photoCopy } from '#copy/photo.ts';
import { Button } from './button.tsx';
import { ImageOffIcon } from './icons/more-icons.tsx';
import styles from './photo-trouble.module.css';

export interface PhotoTroubleProps {
  alt: string;
  /** Not asked for yet: the size as text, or true. Otherwise it failed to load. */
  heldBack: string | boolean | undefined;
  isHere?: (() => Promise<boolean>) | undefined;
  onLoad: () => void;
}

/** In the place of a picture that data saver holds back, or that failed to load. */
export function PhotoTrouble({ alt, heldBack, isHere, onLoad }: PhotoTroubleProps) {
  const latest = useRef({ isHere, onLoad });
  const isHeldBack = Boolean(heldBack);
  useEffect(() => {
    const { isHere: ask, onLoad: load } = latest.current;
    if (!isHeldBack || !ask) return;
    let isGone = false;
    void ask().then((isOnDevice) => {
      if (isOnDevice && !isGone) load();
    });
    return () => {
      isGone = true;
    };
  }, [isHeldBack]);
  return (
    <span className={styles.message}>
      {!heldBack ? (
        <>
          <ImageOffIcon />
          <span className={styles.alt}>{alt || photoCopy.failed}</span>
          <Button kind="text" size="s" onClick={onLoad}>
            {photoCopy.loadAgain}
          </Button>
        </>
      ) : (
        <Button kind="outline" size="s" className={styles.onPaper} onClick={onLoad}>
          {heldBack === true ? photoCopy.show : photoCopy.showSize(heldBack)}
        </Button>
      )}
    </span>
  );
}
