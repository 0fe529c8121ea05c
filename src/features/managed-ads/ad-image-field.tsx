import { useEffect, useId, useRef, useState } from 'react';
import { IMAGE_EXTENSIONS, IMAGE_LIMITS } from '#contract/media.ts';
import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { mediaCopy } from '#copy/media.ts';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/file-input.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { ImageIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './ad-form.module.css';
import { useAdImage, useAdImageUpload } from './held-queries.ts';
import { takeAdImage } from './mutations.ts';

/** The metadata of an AVIF cannot be removed without encoding it again. */
const TYPES = Object.keys(IMAGE_EXTENSIONS).filter((type) => type !== 'image/avif');

interface AdImageFieldProps {
  label: string;
  hint?: string;
  /** Of the stored image; '' for none. */
  url: string;
  error: string | null;
  uploadedText: string;
  isRemovable?: boolean;
  onChange: (url: string) => void;
}

/** An image as it is: it may be animated, and its size is the advertiser's choice. It is uploaded as soon as there is a connection. */
export function AdImageField({
  label,
  hint,
  url,
  error,
  uploadedText,
  isRemovable = false,
  onChange,
}: AdImageFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  /** The last one that was chosen in this form. */
  const [chosen, setChosen] = useState('');
  const reported = useRef('');
  const src = useAdImage(url);
  const { state, error: reason } = useAdImageUpload(chosen) ?? {};
  const take = async (file: File) => {
    if (file.size > IMAGE_LIMITS.bytes) return toast(mediaCopy.tooLarge, { tone: 'stop' });
    if (!TYPES.includes(file.type)) return toast(copy.notImage, { tone: 'stop' });
    setBusy(true);
    const stored = await takeAdImage(file);
    setBusy(false);
    if (stored === null) return toast(copy.notStored, { tone: 'stop' });
    onChange(stored);
    setChosen(stored);
  };
  useEffect(() => {
    const isOver = state === 'sent' || state === 'refused';
    if (!isOver || chosen !== url || chosen === reported.current) return;
    reported.current = chosen;
    toast(state === 'sent' ? uploadedText : copy.uploadFailed, { tone: state === 'sent' ? 'done' : 'stop' });
    if (state === 'refused') onChange('');
  }, [url, chosen, state, uploadedText, onChange]);
  return (
    <fieldset className={styles.image}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.chosen}>
        {url === '' ? <span className={styles.quiet}>{copy.noImage}</span> : <img src={src} alt="" />}
        <Button kind="outline" size="s" busy={isBusy} onClick={() => input.current?.click()}>
          <ImageIcon size="s" />
          {url === '' ? copy.choose : copy.replace}
        </Button>
        {isRemovable && url !== '' && (
          <Button kind="text" size="s" onClick={() => onChange('')}>
            {copy.removeImage}
          </Button>
        )}
        <FileInput ref={input} label={label} accept={TYPES.join()} onFiles={([file]) => file && void take(file)} />
      </div>
      <FieldNote id={`${id}-note`} hint={hint} error={(state === 'refused' && reason) || error} />
    </fieldset>
  );
}
