import { useState } from 'react';
import { postPagesCopy } from '#copy/post-pages.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { UsersIcon } from '#ui/icons/icons.tsx';
import { ChevronDownIcon, FriendIcon, GlobeIcon, LockIcon } from '#ui/icons/more-icons.tsx';
import { AudienceDialog, BareAudienceDialog } from './audience-dialog.tsx';
import type { Audience } from './post-draft.ts';
import styles from './composer.module.css';

const ICONS = { public: GlobeIcon, friends: UsersIcon, chosen: FriendIcon, me: LockIcon } as const;

interface AudienceButtonProps {
  audience: Audience;
  /** The ids of the chosen friends. */
  chosen: readonly string[];
  onChange: (audience: Audience, chosen: readonly string[]) => void;
}

/** Shows who will see the post, and opens the choice. */
export function AudienceButton({ audience, chosen, onChange }: AudienceButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const Icon = ICONS[audience];
  const dialog = { audience, chosen, onChange, onClose: () => setOpen(false) };
  return (
    <>
      <button type="button" className={styles.audience} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon />
        <span className="sr">{postPagesCopy.whoSees}</span>
        <b>{postPagesCopy.audiences[audience].name}</b>
        {audience === 'chosen' && <span className={styles.count}>{chosen.length}</span>}
        <ChevronDownIcon size="s" />
      </button>
      {isOpen && (
        <ReplicaGate fallback={<BareAudienceDialog {...dialog} />}>
          <AudienceDialog {...dialog} />
        </ReplicaGate>
      )}
    </>
  );
}
