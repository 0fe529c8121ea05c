import { useId, useRef } from 'react';
import { IMAGE_EXTENSIONS, IMAGE_LIMITS } from '#contract/media.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { mediaCopy } from '#copy/media.ts';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/file-input.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { ImageIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './ad-form.module.css';

/** The metadata of an AVIF cannot be removed without encoding it again. */
const TYPES = Object.keys(IMAGE_EXTENSIONS).filter((type) => type !== 'image/avif');

interface AdImageFieldProps {
  label: string;
  hint?: string | undefined;
  /** Where the chosen image is shown from; '' for none. */
  src: string;
  hasImage: boolean;
  error: string | null;
  isBusy: boolean;
  onFile: (file: File) => Promise<void>;
  /** Absent: it can only be replaced. */
  onRemove?: () => void;
}

/** An image as it is: it may be animated, and its size is the advertiser's choice. */
export function AdImageField({ label, hint, src, hasImage, error, isBusy, onFile, onRemove }: AdImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (file: File) => {
    if (file.size > IMAGE_LIMITS.bytes) return toast(mediaCopy.tooLarge, { tone: 'stop' });
    if (!TYPES.includes(file.type)) return toast(copy.notImage, { tone: 'stop' });
    void onFile(file);
  };
  return (
    <fieldset className={styles.image} aria-describedby={error ? `${id}-note` : undefined}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.chosen}>
        {hasImage ? src && <img src={src} alt="" /> : <span className={styles.quiet}>{copy.noImage}</span>}
        <Button kind="outline" size="s" busy={isBusy} onClick={() => input.current?.click()}>
          <ImageIcon size="s" />
          {hasImage ? copy.replace : copy.choose}
        </Button>
        {onRemove && hasImage && (
          <Button kind="text" size="s" onClick={onRemove}>
            {copy.removeImage}
          </Button>
        )}
        <FileInput ref={input} label={label} accept={TYPES.join()} onFiles={([file]) => file && take(file)} />
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </fieldset>
  );
}
