import { useNavigate } from '@tanstack/react-router';
import { errorText } from '#copy/errors.ts';
import { uploadsCopy } from '#copy/media.ts';
import type { FileUpload } from '#features/media/queries.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';

interface CancelUploadProps {
  /** Null: closed. */
  upload: Pick<FileUpload, 'entity_id' | 'ids'> | null;
  onClose: () => void;
}

/** Asks whether to cancel the upload of a post's files, and cancels it. */
export function CancelUpload({ upload, onClose }: CancelUploadProps) {
  const navigate = useNavigate();
  const cancel = async () => {
    onClose();
    if (!upload) return;
    const { cancelUpload } = await import('./cancel-mutations.ts');
    const result = await cancelUpload(upload.entity_id, upload.ids);
    if (!result.ok) return toast(errorText(result.code), { tone: 'stop' });
    if (result.became === 'left_out') return toast(uploadsCopy.cancelledFiles);
    toast(uploadsCopy.cancelled);
    await navigate({ to: '/create-post' });
  };
  return (
    <ConfirmDialog
      open={upload !== null}
      title={uploadsCopy.cancel}
      text={uploadsCopy.cancelAsk}
      confirmLabel={uploadsCopy.cancel}
      cancelLabel={uploadsCopy.cancelKeep}
      onCancel={onClose}
      onConfirm={() => void cancel()}
    />
  );
}
