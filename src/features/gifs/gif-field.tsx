import { lazy, Suspense, useState } from 'react';
import { gifsCopy } from '#copy/gifs.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { TrashIcon } from '#ui/icons/more-icons.tsx';

import styles from './gif-field.module.css';
import { useHasGifs } from './queries.ts';

const GifPicker = lazy(async () => ({ default: (await import('./gif-picker.tsx')).GifPicker }));

/** Opens the picker. Keeps its space where the server has no GIF key, which is known after the first frame. */
export function GifButton({ onPick }: { onPick: (url: string) => void }) {
  const hasGifs = useHasGifs();
  const [isOpen, setOpen] = useState(false);
  // An open picker says why it is empty.
  if (!hasGifs && !isOpen) return <span />;
  return (
    <>
      <IconButton label={gifsCopy.open} onClick={() => setOpen(true)}>
        <span className={styles.sign} aria-hidden="true">
          {gifsCopy.sign}
        </span>
      </IconButton>
      {isOpen && (
        <Suspense>
          <GifPicker
            onClose={() => setOpen(false)}
            onPick={(url) => {
              setOpen(false);
              onPick(url);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

export function GifField({ url, onRemove }: { url: string; onRemove: () => void }) {
  return (
    <div className={styles.field}>
      <img src={url} alt={gifsCopy.chosen} />
      <IconButton label={gifsCopy.remove} onClick={onRemove}>
        <TrashIcon />
      </IconButton>
    </div>
  );
}
