import { useRef, useState } from 'react';
import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import { mediaCopy } from '#copy/media.ts';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { AddIcon, NoLocationIcon } from '#ui/icons/more-icons.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { LocalImage } from './local-image.tsx';
import { PhotoDialog } from './photo-dialog.tsx';
import { PhotoTile } from './photo-tile.tsx';
import { Progress } from '#ui/progress.tsx';
import { TurningRing } from '#ui/turning-ring.tsx';
import styles from './photos-field.module.css';
import { useDrops } from './use-drops.ts';
import type { Photos, StoredPhoto } from './use-photos.ts';
import { move, useReorder } from './use-reorder.ts';

interface PhotosFieldProps {
  photos: Photos;
  /** The form can be submitted while they are being reduced. */
  isForPost?: boolean;
}

/** A form's pictures with order and descriptions. Also takes what is pasted or dropped on the form. */
export function PhotosField({ photos, isForPost = false }: PhotosFieldProps) {
  const { all, pictures, taking, problem } = photos;
  const place = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  useDrops(place, (files) => void photos.add(files));
  const moveTo = (id: string, to: number) => {
    photos.moveTo(id, to);
    setSaid(mediaCopy.moved(to + 1, all.length));
  };
  const { drag, start } = useReorder(list, moveTo);

  // Those that are still being reduced follow all others.
  const target = drag && Math.min(drag.to, all.length - 1);
  const shown = drag && target !== null ? move(all, drag.from, target) : all;
  const total = all.length + taking.length;
  const located = pictures.filter((picture) => picture.located).length;
  const opened = all.findIndex(({ id }) => id === openId);
  const image = (picture: StoredPhoto | Picture) =>
    'bytes' in picture ? (
      <LocalImage content={picture.bytes} type={picture.type} alt={picture.alt} />
    ) : (
      picture.src && <img src={picture.src} alt={picture.alt} draggable={false} />
    );
  return (
    <div ref={place} className={styles.field}>
      {total > 0 && (
        <ul ref={list} className={styles.tray} aria-label={mediaCopy.list}>
          {shown.map((picture, index) => (
            <PhotoTile
              key={picture.id}
              image={image(picture)}
              position={index + 1}
              lifted={drag?.id === picture.id}
              onRemove={() => photos.remove(picture.id)}
              onPointerDown={(event) => start(event, picture.id, index)}
            >
              <AltButton
                position={index + 1}
                hasAlt={picture.alt !== ''}
                onOpen={() => setOpenId(picture.id)}
                onMove={(step) => {
                  const to = index + step;
                  if (to >= 0 && to < all.length) moveTo(picture.id, to);
                }}
              />
            </PhotoTile>
          ))}
          {taking.map(({ id, thumbnail, progress = 0 }, index) => (
            <PhotoTile
              key={id}
              // Not the photo itself: five of 12 megapixels need 240 MB decoded.
              image={thumbnail && <LocalImage content={thumbnail.content} alt="" />}
              position={all.length + index + 1}
              pending
              onRemove={() => photos.cancel(id)}
            >
              {index === 0 ? <Reducing progress={progress} /> : mediaCopy.waiting}
            </PhotoTile>
          ))}
        </ul>
      )}
      {drag && target !== null && (
        <p className={styles.line}>
          {mediaCopy.goes(drag.from + 1, target + 1)}
          <small>{mediaCopy.dropIt}</small>
        </p>
      )}
      <div aria-live="polite">
        <span className="sr">{said}</span>
        {taking.length > 0 && (
          <p className={styles.busy}>
            <TurningRing />
            <span>
              {mediaCopy.reducing(all.length + 1, total)}
              <small>
                {mediaCopy.reducingHint} {isForPost && mediaCopy.postNow}
              </small>
            </span>
          </p>
        )}
        {!drag && taking.length === 0 && pictures.length > 0 && <Facts pictures={pictures} located={located} />}
      </div>
      <FieldNote id="photos-error" error={problem?.text ?? null} />
      {problem?.detail && <p className={styles.detail}>{problem.detail}</p>}
      {openId && all[opened] && (
        <PhotoDialog
          key={openId}
          image={image(all[opened])}
          alt={all[opened].alt}
          position={opened + 1}
          count={all.length}
          onDescribe={(alt) => photos.describe(openId, alt.slice(0, IMAGE_LIMITS.alt))}
          onMove={(step) => moveTo(openId, opened + step)}
          onRemove={() => {
            setOpenId(null);
            photos.remove(openId);
          }}
          onClose={() => setOpenId(null)}
        />
      )}
    </div>
  );
}

function Reducing({ progress }: { progress: number }) {
  const percent = Math.floor(progress * 100);
  return (
    <div className={styles.reducing}>
      <Progress label={mediaCopy.reducingLabel} value={progress} />
      <span aria-hidden="true">{mediaCopy.reduced(percent)}</span>
    </div>
  );
}

function Facts({ pictures, located }: { pictures: readonly Picture[]; located: number }) {
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.byteLength, 0);
  return (
    <p className={styles.facts}>
      {located > 0 && (
        <span className={styles.located}>
          <NoLocationIcon size="s" />
          {mediaCopy.located(located)}
        </span>
      )}
      <span className={styles.size}>{mediaCopy.size(bytes)}</span>
    </p>
  );
}

interface AltButtonProps {
  position: number;
  hasAlt: boolean;
  onOpen: () => void;
  onMove: (step: -1 | 1) => void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Opens the description. Alt with an arrow key moves the picture; the dialog has buttons for that. */
function AltButton({ position, hasAlt, onOpen, onMove }: AltButtonProps) {
  return (
    <button
      type="button"
      className={styles.alt}
      data-has={hasAlt}
      aria-label={hasAlt ? mediaCopy.editDescription(position) : mediaCopy.describe(position)}
      aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight"
      onClick={onOpen}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (!event.altKey || !step) return;
        event.preventDefault();
        onMove(step);
      }}
    >
      {hasAlt ? <CheckIcon size="s" /> : <AddIcon size="s" />}
      {mediaCopy.alt}
    </button>
  );
}
