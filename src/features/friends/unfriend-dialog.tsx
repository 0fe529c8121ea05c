import { friendsCopy } from '#copy/profile.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { unfriend } from './friend-actions.ts';

interface UnfriendDialogProps {
  other: { id: string; username: string };
  open: boolean;
  onClose: () => void;
}

export function UnfriendDialog({ other, open, onClose }: UnfriendDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={friendsCopy.unfriendTitle(other.username)}
      text={friendsCopy.unfriendText}
      confirmLabel={friendsCopy.unfriend}
      cancelLabel={friendsCopy.unfriendKeep}
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void unfriend(other);
      }}
    />
  );
}
