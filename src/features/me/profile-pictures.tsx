import { useRef, useState } from 'react';
import { mediaCopy } from '#copy/media.ts';
import { profilePicturesCopy } from '#copy/profile-pictures.ts';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/file-input.tsx';
import { CameraIcon, ImageIcon } from '#ui/icons/more-icons.tsx';
import { RankedAvatar } from '#ui/portrait-rings.tsx';
import { toast } from '#ui/toast-store.ts';
import { CropDialog } from './crop-dialog.tsx';
import type { PictureKind } from './mutations.ts';
import { openPicture } from './picture-file.ts';
import { problemOfPicture } from './picture-queries.ts';
import { useOwnPictures } from './profile-queries.ts';
import styles from './profile-pictures.module.css';
import { useMe } from './queries.ts';

const PROBLEMS = { damaged: mediaCopy.damaged, too_large: mediaCopy.pixels } as const;
const LARGEST_BYTES = 30 * 1024 * 1024;

/** The banner and avatar above the form. They are saved on their own, when a part of a picture was chosen. */
export function ProfilePictures() {
  const me = useMe();
  const { avatar, banner } = useOwnPictures();
  const [chosen, setChosen] = useState<{ kind: PictureKind; image: HTMLImageElement } | null>(null);
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen.image.src);
    setChosen(null);
  };
  const choose = async (kind: PictureKind, file: File) => {
    if (file.size > LARGEST_BYTES) return toast(profilePicturesCopy.tooLarge, { tone: 'stop' });
    try {
      const problem = await problemOfPicture(file);
      if (problem === 'damaged' || problem === 'too_large') return toast(PROBLEMS[problem], { tone: 'stop' });
      setChosen({ kind, image: await openPicture(file) });
    } catch {
      toast(profilePicturesCopy.unreadable, { tone: 'stop' });
    }
  };
  return (
    <div className={styles.pictures}>
      <div className={styles.banner}>
        {banner && <img src={banner} alt="" />}
        <Chooser kind="banner" onFile={choose} />
      </div>
      <div className={styles.row}>
        <span className={styles.portrait}>
          <RankedAvatar name={me?.username ?? null} src={avatar} size="xl" rank={me?.rank ?? 0} />
        </span>
        <Chooser kind="avatar" onFile={choose} />
      </div>
      {chosen && (
        <CropDialog
          {...chosen}
          onClose={close}
          onSaved={(outcome) => {
            close();
            const text = outcome === 'sent' ? profilePicturesCopy.done[chosen.kind] : profilePicturesCopy.queued;
            toast(text, { tone: outcome === 'sent' ? 'done' : 'plain' });
          }}
        />
      )}
    </div>
  );
}

interface ChooserProps {
  kind: PictureKind;
  onFile: (kind: PictureKind, file: File) => Promise<unknown>;
}

function Chooser({ kind, onFile }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button kind="outline" size="s" className={styles.button} onClick={() => input.current?.click()}>
        {kind === 'banner' ? <ImageIcon size="s" /> : <CameraIcon size="s" />}
        {profilePicturesCopy.change[kind]}
      </Button>
      <FileInput
        ref={input}
        label={profilePicturesCopy.change[kind]}
        accept="image/*"
        onFiles={([file]) => file && void onFile(kind, file)}
      />
    </>
  );
}
