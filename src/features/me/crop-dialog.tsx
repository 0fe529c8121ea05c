import { useState } from 'react';
import { profilePicturesCopy } from '#copy/profile-pictures.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ImageIcon, NoLocationIcon, RetryIcon } from '#ui/icons/more-icons.tsx';
import { MovePad } from '#ui/move-pad.tsx';
import { MOST_ZOOM } from './crop.ts';
import styles from './crop-dialog.module.css';
import { type PictureKind, saveProfilePicture } from './mutations.ts';
import { cropPicture, turnPicture } from './picture-file.ts';
import { useMe } from './queries.ts';
import { useCrop } from './use-crop.ts';

/** Shape (width divided by height) and greatest width in px. */
const FRAMES = { avatar: { ratio: 1, width: 512 }, banner: { ratio: 3, width: 1500 } } as const;

interface CropDialogProps {
  kind: PictureKind;
  image: HTMLImageElement;
  onClose: () => void;
  /** sent: the server has the change of the profile. */
  onSaved: (outcome: 'sent' | 'queued') => void;
}

/** The edge of the picture is the inner one of the member's own rank rings, dotted for Fresh Mag. */
function MaskRings() {
  const rank = useMe()?.rank ?? 0;
  return Array.from({ length: Math.max(1, rank) }, (_, ring) => (
    <span
      key={ring}
      className={styles.ring}
      data-dotted={rank === 0}
      style={{ inset: `calc(${ring} * -1 * var(--ring-step))` }}
    />
  ));
}

/** Chooses the part of a picture for the profile, and uploads it. */
export function CropDialog({ kind, image: original, onClose, onSaved }: CropDialogProps) {
  const [image, setImage] = useState(original);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { ratio, width } = FRAMES[kind];
  const { view, rect, moveBy, zoomBy, zoomTo, reset, handlers } = useCrop(
    { width: image.naturalWidth, height: image.naturalHeight },
    ratio,
  );
  /** The browser may fail to decode or encode the picture. */
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      console.debug('The picture was not changed.', error);
      setProblem(profilePicturesCopy.unreadable);
    }
    setBusy(false);
  };
  const turn = async () => {
    const turned = await turnPicture(image);
    URL.revokeObjectURL(image.src);
    setImage(turned);
    reset();
  };
  const save = async () => {
    const content = await cropPicture(image, rect, width);
    const outcome = await saveProfilePicture(kind, content, profilePicturesCopy.titles[kind]);
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
          <Button busy={isBusy} onClick={() => void attempt(save)}>
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
          {kind === 'avatar' && <MaskRings />}
        </span>
      </button>
      <MovePad onMove={moveBy} onZoom={zoomBy} />
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
        <IconButton label={profilePicturesCopy.turn} disabled={isBusy} onClick={() => void attempt(turn)}>
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
