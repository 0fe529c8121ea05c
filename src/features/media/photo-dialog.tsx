import type { ReactNode } from 'react';
import { mediaCopy } from '#copy/media.ts';
import { IMAGE_LIMITS } from '#contract/media.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import styles from './photos-field.module.css';

interface PhotoDialogProps {
  image: ReactNode;
  alt: string;
  /** From 1. */
  position: number;
  count: number;
  onDescribe: (alt: string) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** One picture of a form: its description, its place, and its removal. */
export function PhotoDialog({ image, alt, position, count, ...act }: PhotoDialogProps) {
  const { onDescribe, onMove, onRemove, onClose } = act;
  return (
    <Dialog
      open
      title={mediaCopy.photo(position, count)}
      placement="sheet"
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" onClick={onRemove}>
            {mediaCopy.removePhoto}
          </Button>
          <Button onClick={onClose}>{mediaCopy.done}</Button>
        </>
      }
    >
      <div className={styles.whole}>{image}</div>
      <TextArea
        label={mediaCopy.description}
        hint={mediaCopy.descriptionHint}
        value={alt}
        maxLength={IMAGE_LIMITS.alt}
        rows={3}
        data-autofocus
        onChange={(event) => onDescribe(event.target.value)}
      />
      {count > 1 && (
        <div className={styles.moves}>
          <Button kind="outline" disabled={position === 1} onClick={() => onMove(-1)}>
            {mediaCopy.moveBack}
          </Button>
          <Button kind="outline" disabled={position === count} onClick={() => onMove(1)}>
            {mediaCopy.moveForward}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
