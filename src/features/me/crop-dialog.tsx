import { useState } from 'react';
import { profilePicturesCopy } from '#copy/profile-pictures.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ImageIcon, NoLocationIcon, RetryIcon } from '#ui/icons/more-icons.tsx';
import { MOST_ZOOM } from './crop.ts';
import styles from './crop-dialog.module.css';
import { type PictureKind, saveProfilePicture } from './mutations.ts';
import { cropPicture, turnPicture } from './picture-file.ts';
import { useCrop } from './use-crop.ts';

/** Shape (width divided by height) and greatest width in px. */
const FRAMES = { avatar: { ratio: 1, width: 512 }, banner: { ratio: 3, width: 1500 } } as const;

interface CropDialogProps {
  kind: PictureKind;
  image: HTMLImageElement;
  onClose: () => void;
  /** sent: the server has the change of the profile. */
  onSaved: (outcome: 'sent' | 'held') => void;
}

/** Chooses the part of a picture for the profile, and uploads it. */
export function CropDialog({ kind, image: original, onClose, onSaved }: CropDialogProps) {
  const [image, setImage] = useState(original);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { ratio, width } = FRAMES[kind];
  const { view, rect, zoomTo, reset, handlers } = useCrop(
    { width: image.naturalWidth, height: image.naturalHeight },
    ratio,
  );
  const turn = async () => {
    const turned = await turnPicture(image);
    URL.revokeObjectURL(image.src);
    setImage(turned);
    reset();
  };
  const save = async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await saveProfilePicture(
      kind,
      await cropPicture(image, rect, width),
      profilePicturesCopy.titles[kind],
    );
    setBusy(false);
    if (outcome.state !== 'failed') return onSaved(outcome.state);
    setProblem(outcome.message || profilePicturesCopy.offline);
  };
  return (
    <Dialog
      open
      placement="sheet"
      title={profilePicturesCopy.titles[kind]}
      busy={isBusy}
      onClose={onClose}
      footer={
        <>
          <Button kind="outline" disabled={isBusy} onClick={onClose}>
            {profilePicturesCopy.cancel}
          </Button>
          <Button busy={isBusy} onClick={() => void save()}>
            {isBusy ? profilePicturesCopy.using : profilePicturesCopy.use}
          </Button>
        </>
      }
    >
      <button
        type="button"
        className={styles.stage}
        data-kind={kind}
        data-autofocus
        aria-label={profilePicturesCopy.stage}
        {...handlers}
      >
        <span className={styles.frame} data-frame style={{ aspectRatio: ratio }}>
          <img
            className={styles.picture}
            src={image.src}
            alt=""
            draggable={false}
            style={{
              width: `${(image.naturalWidth / rect.width) * 100}%`,
              left: `${(-rect.x / rect.width) * 100}%`,
              top: `${(-rect.y / rect.height) * 100}%`,
            }}
          />
          <span className={styles.lines} />
        </span>
      </button>
      <div className={styles.zoom}>
        <ImageIcon size="s" />
        <input
          type="range"
          aria-label={profilePicturesCopy.zoom}
          min={1}
          max={MOST_ZOOM}
          step={0.01}
          value={view.zoom}
          onChange={(event) => zoomTo(Number(event.target.value))}
        />
        <ImageIcon />
        <IconButton label={profilePicturesCopy.turn} disabled={isBusy} onClick={() => void turn()}>
          <RetryIcon />
        </IconButton>
      </div>
      <p className={styles.note}>
        <NoLocationIcon size="s" />
        {profilePicturesCopy.located}
      </p>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
    </Dialog>
  );
}
