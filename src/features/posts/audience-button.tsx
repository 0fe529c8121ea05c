import { useState } from 'react';
import { ChevronDownIcon } from '#ui/icons/more-icons.tsx';
import { AudienceDialog } from './audience-dialog.tsx';
import { AudienceName } from './audience-name.tsx';
import type { Audience } from './post-draft.ts';
import styles from './composer.module.css';

interface AudienceButtonProps {
  audience: Audience;
  chosen: readonly string[];
  onChange: (audience: Audience, chosen: readonly string[]) => void;
}

/** Shows who will see the post, and opens the choice. */
export function AudienceButton({ audience, chosen, onChange }: AudienceButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.audience} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <AudienceName audience={audience} chosen={chosen.length} />
        <ChevronDownIcon size="s" />
      </button>
      {isOpen && (
        <AudienceDialog audience={audience} chosen={chosen} onChange={onChange} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
