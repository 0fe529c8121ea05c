import { useState } from 'react';
import type { StaffMember } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { moderateMember, promoteToAdmin } from './mutations.ts';

type Step = 'promote' | 'ban' | 'unban' | 'mute' | 'unmute';

export interface Question {
  member: StaffMember;
  step: Step;
}

const RUN: Record<Step, (id: string) => ReturnType<typeof promoteToAdmin>> = {
  promote: promoteToAdmin,
  ban: (id) => moderateMember(id, { ban: true }),
  unban: (id) => moderateMember(id, { ban: false }),
  mute: (id) => moderateMember(id, { mute: true }),
  unmute: (id) => moderateMember(id, { mute: false }),
};

interface MemberQuestionProps {
  asking: Question | null;
  onClose: () => void;
  onChanged: () => void;
}

/** Asks before a step that concerns a member, and takes it. */
export function MemberQuestion({ asking, onClose, onChanged }: MemberQuestionProps) {
  const [isBusy, setBusy] = useState(false);
  const step = asking?.step ?? 'promote';
  const username = asking?.member.username ?? '';
  const run = async ({ member: { id } }: Question) => {
    setBusy(true);
    const reply = await RUN[step](id);
    setBusy(false);
    onClose();
    const isPromotion = step === 'promote';
    if (!reply.ok) {
      return toast(isPromotion ? adminCopy.promotionFailed : adminCopy.failed(reply.message), { tone: 'stop' });
    }
    toast(isPromotion ? adminCopy.promoted : adminCopy.changed(username), { tone: 'done' });
    onChanged();
  };
  return (
    <ConfirmDialog
      open={asking !== null}
      title={adminCopy[step]}
      text={adminCopy.ask[step](username)}
      confirmLabel={adminCopy[step]}
      cancelLabel={adminCopy.cancel}
      busy={isBusy}
      onCancel={onClose}
      onConfirm={() => asking && void run(asking)}
    />
  );
}
