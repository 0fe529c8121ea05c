import { useState } from 'react';
import { moderationCopy } from '#copy/moderation.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { AdminIcon } from '#ui/icons/icons.tsx';
import { ModerationPanel } from './moderation-panel.tsx';

/** Opens the panel from an entry of a list. */
export function StaffButton({ postId, username }: { postId: string; username: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton quiet label={moderationCopy.open} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <AdminIcon />
      </IconButton>
      {isOpen && (
        <ReplicaGate>
          <ModerationPanel postId={postId} username={username} onClose={() => setOpen(false)} />
        </ReplicaGate>
      )}
    </>
  );
}
