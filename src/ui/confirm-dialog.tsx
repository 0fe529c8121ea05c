import { useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
  busy?: boolean;
}

/** A confirmation before an action that cannot be undone. Focus starts on the safe answer. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
  busy = false,
}: ConfirmDialogProps) {
  const textId = useId();
  return (
    <Dialog
      open={open}
      role="alertdialog"
      title={title}
      describedBy={textId}
      busy={busy}
      onClose={onCancel}
      footer={
        <>
          <Button kind="outline" data-autofocus onClick={onCancel} aria-disabled={busy || undefined}>
            {cancelLabel}
          </Button>
          <Button kind="stop" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <p id={textId}>{text}</p>
    </Dialog>
  );
}
