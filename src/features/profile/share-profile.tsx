import { useId, useRef } from 'react';
import { profileCopy } from '#copy/profile.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CopyIcon, ShareIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './share-profile.module.css';

interface ShareProfileProps {
  username: string;
  open: boolean;
  onClose: () => void;
}

export function ShareProfile({ username, open, onClose }: ShareProfileProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const url = `${location.origin}/user/${encodeURIComponent(username)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      field.current?.select();
      return toast(profileCopy.copyFailed, { tone: 'stop' });
    }
    onClose();
    toast(profileCopy.copied, { tone: 'done' });
  };
  const share = async () => {
    try {
      await navigator.share({ title: `@${username}`, url });
      onClose();
    } catch (error) {
      // Closing the system's sheet is not a failure.
      console.debug('The profile was not shared.', error);
    }
  };
  return (
    <Dialog
      open={open}
      placement="sheet"
      title={profileCopy.shareTitle}
      onClose={onClose}
      footer={
        <>
          {typeof navigator.share === 'function' && (
            <Button kind="outline" onClick={() => void share()}>
              <ShareIcon size="s" />
              {profileCopy.shareWith}
            </Button>
          )}
          <Button data-autofocus onClick={() => void copy()}>
            <CopyIcon size="s" />
            {profileCopy.copyLink}
          </Button>
        </>
      }
    >
      <label className={styles.label} htmlFor={id}>
        {profileCopy.shareLink}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.link}
        readOnly
        value={url}
        dir="ltr"
        onFocus={() => field.current?.select()}
      />
    </Dialog>
  );
}
