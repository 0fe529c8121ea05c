import { mediaCopy } from '#copy/media.ts';
import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { LocalImage } from './local-image.tsx';
import styles from './photos-field.module.css';

interface PhotoDialogProps {
  picture: Picture;
  /** From 1. */
  position: number;
  count: number;
  onDescribe: (alt: string) => void;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** One picture of a form: its description, its place, and its removal. */
export function PhotoDialog({ picture, position, count, ...act }: PhotoDialogProps) {
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
      <div className={styles.whole}>
        <LocalImage content={picture.bytes} type={picture.type} alt={picture.alt} />
      </div>
      <TextArea
        label={mediaCopy.description}
        hint={mediaCopy.descriptionHint}
        value={picture.alt}
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
