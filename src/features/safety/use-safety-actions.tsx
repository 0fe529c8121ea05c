import { useState, type ReactNode } from 'react';
import { isOfficialName } from '#contract/official.ts';
import { errorText } from '#copy/errors.ts';
import { reportsCopy } from '#copy/reports.ts';
import { safetyCopy } from '#copy/safety.ts';
import { ReportDialog, type ReportTarget } from '#features/reports/report-dialog.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { BlockIcon, MuteIcon, ReportIcon } from '#ui/icons/more-icons.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { blockMember, muteMember, unblockMember, unmuteMember, type WriteResult } from './mutations.ts';
import type { Standing } from './queries.ts';

interface Person {
  userId: string;
  username: string;
}

type Change = (other: string) => Promise<WriteResult>;

/** Changes a list and shows a toast with undo. */
async function change(run: Change, { userId }: Person, done: string, undo?: Change): Promise<void> {
  const result = await run(userId);
  if (!result.ok) return toast(errorText(result.code), { tone: 'stop' });
  toast(done, undo && { action: { label: safetyCopy.undo, run: () => void undo(userId) } });
}

export const unblock = (who: Person): Promise<void> => change(unblockMember, who, safetyCopy.unblocked(who.username));
export const unmute = (who: Person): Promise<void> => change(unmuteMember, who, safetyCopy.unmuted(who.username));
const mute = (who: Person): Promise<void> => change(muteMember, who, safetyCopy.muted(who.username), unmuteMember);
const block = (who: Person): Promise<void> => change(blockMember, who, safetyCopy.blocked(who.username), unblockMember);

interface SafetyActions {
  /** For the menu of a member who is not blocked, or of their content. No `standing`: on neither list. */
  items: (target: ReportTarget, standing?: Standing) => MenuItem[];
  /** Opens the report of a member who is blocked already. */
  report: (target: ReportTarget) => void;
  dialogs: ReactNode;
}

/** Report, mute and block, for members. One per screen. */
export function useSafetyActions(): SafetyActions {
  const [asking, setAsking] = useState<Person | null>(null);
  const [reported, setReported] = useState<{ target: ReportTarget; canBlock: boolean } | null>(null);

  const items = (target: ReportTarget, standing?: Standing): MenuItem[] => {
    const { username } = target;
    const isOfficial = isOfficialName(username);
    const isMuted = Boolean(standing?.mutedAt);
    const blockItem: MenuItem = {
      label: safetyCopy.block(username),
      icon: <BlockIcon size="s" />,
      tone: 'stop',
      onSelect: () => setAsking(target),
    };
    return [
      {
        label: target.postId ? reportsCopy.reportPost : reportsCopy.reportMember(username),
        icon: <ReportIcon size="s" />,
        onSelect: () => setReported({ target, canBlock: !isOfficial }),
      },
      {
        label: isMuted ? safetyCopy.unmuteOf(username) : safetyCopy.mute(username),
        icon: <MuteIcon size="s" />,
        onSelect: () => void (isMuted ? unmute : mute)(target),
      },
      ...(isOfficial ? [] : [blockItem]),
    ];
  };
  const dialogs = (
    <>
      {reported && (
        <ReportDialog
          target={reported.target}
          onClose={() => setReported(null)}
          onBlock={
            reported.canBlock
              ? () => {
                  setReported(null);
                  setAsking(reported.target);
                }
              : undefined
          }
        />
      )}
      <ConfirmDialog
        open={asking !== null}
        title={safetyCopy.askTitle(asking?.username ?? '')}
        text={safetyCopy.askText}
        confirmLabel={safetyCopy.askConfirm}
        cancelLabel={safetyCopy.askCancel}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          if (asking) void block(asking);
          setAsking(null);
        }}
      />
    </>
  );
  return { items, report: (target) => setReported({ target, canBlock: false }), dialogs };
}
