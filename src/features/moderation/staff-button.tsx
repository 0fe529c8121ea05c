import { moderationCopy } from '#copy/moderation.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { AdminIcon } from '#ui/icons/icons.tsx';
import { type PanelTarget, panelTarget } from './open-panel.ts';

/** Opens the panel from an entry of a list. */
export function StaffButton({ postId, username }: PanelTarget) {
  return (
    <IconButton
      quiet
      label={moderationCopy.open}
      aria-haspopup="dialog"
      onClick={() => panelTarget.set({ postId, username })}
    >
      <AdminIcon />
    </IconButton>
  );
}
