import { useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  text: string;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A native modal dialog: focus trap, Escape and inertness come from the browser. The safe answer has the focus. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (open) dialog?.showModal();
    else dialog?.close();
  }, [open]);
  return (
    <dialog ref={ref} className={styles.dialog} aria-labelledby={titleId} aria-describedby={textId} onCancel={onCancel}>
      <h2 id={titleId}>{title}</h2>
      <p id={textId}>{text}</p>
      <div className={styles.buttons}>
        <Button kind="danger" onClick={onConfirm}>
          {confirmLabel}
        </Button>
        <Button kind="ink" autoFocus onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </dialog>
  );
}
