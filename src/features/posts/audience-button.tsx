import { useState } from 'react';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { ChevronDownIcon } from '#ui/icons/more-icons.tsx';
import { AudienceDialog, BareAudienceDialog } from './audience-dialog.tsx';
import { AudienceName } from './audience-name.tsx';
import type { Audience } from './post-draft.ts';
import styles from './composer.module.css';

interface AudienceButtonProps {
  audience: Audience;
  /** The ids of the chosen friends. */
  chosen: readonly string[];
  onChange: (audience: Audience, chosen: readonly string[]) => void;
}

/** Shows who will see the post, and opens the choice. */
export function AudienceButton({ audience, chosen, onChange }: AudienceButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const dialog = { audience, chosen, onChange, onClose: () => setOpen(false) };
  return (
    <>
      <button type="button" className={styles.audience} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <AudienceName audience={audience} chosen={chosen.length} />
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
