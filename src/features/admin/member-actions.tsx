import type { StaffMember } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { useMe } from '#features/me/queries.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import type { Question } from './member-question.tsx';
import styles from './users.module.css';

interface MemberActionsProps {
  member: StaffMember;
  isCeo: boolean;
  hasTools: boolean;
  onAsk: (question: Question) => void;
}

/** The ceo promotes; ban and mute are shown only if the ceo enabled them. The server decides. */
export function MemberActions({ member, isCeo, hasTools, onAsk }: MemberActionsProps) {
  const { id, username, role, is_banned, is_muted, is_official } = member;
  const offline = useOffline();
  const me = useMe();
  // As moderate_member decides.
  const mayModerate = hasTools && id !== me?.id && role !== 'ceo' && !is_official && (role !== 'admin' || isCeo);
  const reason = offline ? { disabled: true, note: adminCopy.needsNetwork } : {};
  return (
    <span className={styles.actions}>
      {isCeo &&
        (role === 'user' ? (
          <Button kind="text" size="s" disabled={offline} onClick={() => onAsk({ member, step: 'promote' })}>
            {adminCopy.promote}
          </Button>
        ) : (
          adminCopy.none
        ))}
      {mayModerate && (
        <Menu
          label={adminCopy.more(username)}
          items={[
            {
              label: is_banned ? adminCopy.unban : adminCopy.ban,
              ...reason,
              tone: 'stop',
              onSelect: () => onAsk({ member, step: is_banned ? 'unban' : 'ban' }),
            },
            {
              ...reason,
              label: is_muted ? adminCopy.unmute : adminCopy.mute,
              onSelect: () => onAsk({ member, step: is_muted ? 'unmute' : 'mute' }),
            },
          ]}
        />
      )}
    </span>
  );
}
