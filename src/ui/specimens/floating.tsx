import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PostMenu } from './post-menu.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { Toaster } from '#ui/toaster.tsx';
import { Part } from './part.tsx';
import styles from './sheet.module.css';

const EmojiPicker = lazy(() => import('#ui/emoji-picker.tsx').then((module) => ({ default: module.EmojiPicker })));

export function Floating({ open }: { open: string | null }) {
  const [shown, setShown] = useState(open);
  const close = () => setShown(null);
  useEffect(() => {
    if (open !== 'toast') return;
    toast('Discarded.', { action: { label: 'Undo', run: () => {} } });
    toast('Friend request sent!', { tone: 'done', action: { label: 'Show', run: () => {} } });
    toast('Unable to send friend request.', { tone: 'stop', action: { label: 'Retry', run: () => {} } });
  }, [open]);
  return (
    <Part title="Overlays">
      <div className={styles.row}>
        <Button kind="outline" onClick={() => setShown('confirm')}>
          Confirm
        </Button>
        <Button kind="outline" onClick={() => setShown('dialog')}>
          Dialog
        </Button>
        <Button kind="outline" onClick={() => setShown('sheet')}>
          Sheet
        </Button>
        <Button kind="outline" onClick={() => setShown('emoji')}>
          Emoji
        </Button>
        <Button kind="outline" onClick={() => toast('Friend request sent!', { tone: 'done' })}>
          Toast
        </Button>
        <PostMenu open={open === 'menu'} />
      </div>
      {(shown === 'emoji' || shown === 'reactions') && (
        <Suspense>
          <EmojiPicker onPick={(emoji) => toast(emoji)} theme="auto" reactions={shown === 'reactions'} />
        </Suspense>
      )}
      <ConfirmDialog
        open={shown === 'confirm'}
        title="Are you sure you want to delete this post?"
        text="Its comments and votes are deleted too."
        confirmLabel="Delete"
        cancelLabel="Cancel"
        onConfirm={close}
        onCancel={close}
      />
      <Dialog
        open={shown === 'dialog' || shown === 'sheet'}
        placement={shown === 'sheet' ? 'sheet' : 'center'}
        title="Share profile"
        onClose={close}
        footer={<Button onClick={close}>Copy link</Button>}
      >
        <Field label="Link" defaultValue="/user/sam_weller" readOnly />
      </Dialog>
      <Toaster label="Notices" dismissLabel="Dismiss" />
    </Part>
  );
}
