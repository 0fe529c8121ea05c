import { draftsCopy } from '#copy/drafts.ts';
import { AlertIcon, SaveIcon } from '#ui/icons/icons.tsx';
import styles from './draft-state.module.css';
import type { SaveResult } from './drafts.ts';

/** Whether what stands in the form would survive a dead battery. */
export function DraftState({ kept }: { kept: SaveResult | null }) {
  const lost = kept === 'full' || kept === 'unavailable';
  return (
    <span className={styles.state} data-lost={lost} aria-live={lost ? 'polite' : undefined}>
      {lost ? <AlertIcon size="s" /> : <SaveIcon size="s" />}
      {kept ? draftsCopy.states[kept] : draftsCopy.none}
    </span>
  );
}
