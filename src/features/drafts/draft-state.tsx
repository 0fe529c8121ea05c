import { draftsCopy } from '#copy/drafts.ts';
import { formatLast } from '#lib/log-time.ts';
import { AlertIcon } from '#ui/icons/icons.tsx';
import { SaveIcon } from '#ui/icons/more-icons.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { useNow } from '#ui/use-now.ts';
import styles from './draft-state.module.css';
import type { Saved } from './use-draft.ts';

interface DraftStateProps {
  saved: Saved | null;
}

const isLost = (saved: Saved | null): boolean => saved !== null && saved.result !== 'saved';

/** Shows only that the text of the form could not be saved. */
export const LostDraft = ({ saved }: DraftStateProps) => isLost(saved) && <DraftState saved={saved} />;

/** Shows whether the text of the form is saved on this device, and since when. */
export function DraftState({ saved }: DraftStateProps) {
  const lost = isLost(saved);
  return (
    <span data-later className={styles.state} data-lost={lost} aria-live={lost ? 'polite' : undefined}>
      {lost ? <AlertIcon size="s" /> : <SaveIcon size="s" />}
      <span>
        {saved ? saved.result === 'saved' ? <SavedAt at={saved.at} /> : draftsCopy.lost[saved.result] : draftsCopy.none}
      </span>
    </span>
  );
}

/** The clock of today, the day of an older draft. */
function SavedAt({ at }: { at: number }) {
  const wide = useMedia(WIDE);
  const [date, now] = [new Date(at), new Date(useNow())];
  return (
    <>
      {draftsCopy.saved} <time dateTime={date.toISOString()}>{formatLast(date, now, wide)}</time>
    </>
  );
}
