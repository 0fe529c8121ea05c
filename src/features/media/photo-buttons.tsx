import { useRef } from 'react';
import { mediaCopy } from '#copy/media.ts';
import { FileInput } from '#ui/file-input.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { CameraIcon, ImagesIcon } from '#ui/icons/more-icons.tsx';
import type { Photos } from './use-photos.ts';

interface PhotoButtonsProps {
  photos: Photos;
  /** Only the button for files. */
  compact?: boolean;
  disabled?: boolean;
}

/** Opens the camera, or the device's own picker for several files. */
export function PhotoButtons({ photos, compact = false, disabled = false }: PhotoButtonsProps) {
  return (
    <>
      {!compact && <PickButton label={mediaCopy.camera} photos={photos} disabled={disabled} fromCamera />}
      <PickButton label={mediaCopy.photos} photos={photos} disabled={disabled} />
    </>
  );
}

interface PickButtonProps {
  label: string;
  photos: Photos;
  disabled: boolean;
  fromCamera?: boolean;
}

function PickButton({ label, photos, disabled, fromCamera = false }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label={label} disabled={disabled} onClick={() => input.current?.click()}>
        {fromCamera ? <CameraIcon /> : <ImagesIcon />}
      </IconButton>
      <FileInput
        ref={input}
        label={label}
        accept="image/*"
        multiple={!fromCamera && photos.max > 1}
        capture={fromCamera ? 'environment' : undefined}
        onFiles={(files) => photos.add(files, { fromCamera })}
      />
    </>
  );
}
