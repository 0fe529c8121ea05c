import { draftsCopy } from '#copy/drafts.ts';
import { AlertIcon } from '#ui/icons/icons.tsx';
import { SaveIcon } from '#ui/icons/more-icons.tsx';
import styles from './draft-state.module.css';
import type { SaveResult } from './drafts.ts';

/** Shows whether the text of the form is saved on this device. */
export function DraftState({ saved }: { saved: SaveResult | null }) {
  const lost = saved === 'full' || saved === 'unavailable';
  return (
    <span data-later className={styles.state} data-lost={lost} aria-live={lost ? 'polite' : undefined}>
      {lost ? <AlertIcon size="s" /> : <SaveIcon size="s" />}
      {saved ? draftsCopy.states[saved] : draftsCopy.none}
    </span>
  );
}
