import { useId, useRef, type ReactNode } from 'react';
import { shareCopy } from '#copy/share.ts';
import { canShare, copyText, shareLink } from '#lib/share-link.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { CopyIcon, ShareIcon } from './icons/more-icons.tsx';
import styles from './share-link.module.css';
import { toast } from './toast-store.ts';

interface ShareLinkProps {
  kind: 'profile' | 'post';
  /** For the app that receives the link. */
  title: string;
  url: string;
  open: boolean;
  onClose: () => void;
  /** Above the link: another way to share the same. */
  children?: ReactNode;
}

/** A link in a field, which can be copied and given to another app. */
export function ShareLink({ kind, title, url, open, onClose, children }: ShareLinkProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const words = shareCopy[kind];
  const copy = async () => {
    if (!(await copyText(url))) {
      field.current?.select();
      return toast(shareCopy.copyFailed, { tone: 'stop' });
    }
    onClose();
    toast(words.copied, { tone: 'done' });
  };
  const share = async () => {
    if (await shareLink(title, url)) onClose();
  };
  return (
    <Dialog
      open={open}
      placement="sheet"
      title={words.title}
      onClose={onClose}
      footer={
        <>
          {canShare() && (
            <Button kind="outline" onClick={() => void share()}>
              <ShareIcon size="s" />
              {shareCopy.shareWith}
            </Button>
          )}
          <Button data-autofocus onClick={() => void copy()}>
            <CopyIcon size="s" />
            {shareCopy.copyLink}
          </Button>
        </>
      }
    >
      {children}
      <label className={styles.label} htmlFor={id}>
        {words.field}
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
