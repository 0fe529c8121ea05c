import { useId, useRef, useState } from 'react';
import { IMAGE_EXTENSIONS, IMAGE_LIMITS } from '#contract/media.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { mediaCopy } from '#copy/media.ts';
import { Button } from '#ui/button.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { ImageIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './ad-form.module.css';
import { uploadAdImage } from './mutations.ts';

const TYPES = Object.keys(IMAGE_EXTENSIONS);

interface AdImageFieldProps {
  label: string;
  hint?: string;
  /** Of the stored image; '' for none. */
  url: string;
  error: string | null;
  offline: boolean;
  uploadedText: string;
  isRemovable?: boolean;
  onChange: (url: string) => void;
}

/** Uploads an image as it is, at once: it may be animated, and its size is the advertiser's choice. */
export function AdImageField({
  label,
  hint,
  url,
  error,
  offline,
  uploadedText,
  isRemovable = false,
  onChange,
}: AdImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const upload = async (file: File) => {
    if (file.size > IMAGE_LIMITS.bytes) return toast(mediaCopy.tooLarge, { tone: 'stop' });
    if (!TYPES.includes(file.type)) return toast(copy.notImage, { tone: 'stop' });
    setBusy(true);
    const stored = await uploadAdImage(file);
    setBusy(false);
    if (!stored.ok) return toast(stored.message ? copy.uploadFailed : copy.uploadUnreachable, { tone: 'stop' });
    onChange(stored.url);
    toast(uploadedText, { tone: 'done' });
  };
  return (
    <fieldset className={styles.image}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.chosen}>
        {url === '' ? <span className={styles.quiet}>{copy.noImage}</span> : <img src={url} alt="" />}
        <Button kind="outline" size="s" busy={isBusy} disabled={offline} onClick={() => input.current?.click()}>
          <ImageIcon size="s" />
          {url === '' ? copy.choose : copy.replace}
        </Button>
        {isRemovable && url !== '' && (
          <Button kind="text" size="s" onClick={() => onChange('')}>
            {copy.removeImage}
          </Button>
        )}
        <input
          ref={input}
          type="file"
          accept={TYPES.join()}
          hidden
          aria-label={label}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // So that the same file can be chosen again.
            event.target.value = '';
            if (file) void upload(file);
          }}
        />
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </fieldset>
  );
}
