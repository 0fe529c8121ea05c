import { meCopy } from '#copy/me.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { DraftState } from '#features/drafts/draft-state.tsx';
import type { Saved } from '#features/drafts/use-draft.ts';
import { Button } from '#ui/button.tsx';
import { ClockIcon } from '#ui/icons/icons.tsx';
import { ProblemText } from './problem-text.tsx';
import type { Problem } from './use-saving.ts';
import styles from './profile-form.module.css';

interface SaveBarProps {
  busy: boolean;
  problem: Problem | null;
  /** Why the form cannot be saved as it is. */
  stop: string | null;
  offline: boolean;
  /** Null: there are no unsaved changes. */
  saved: Saved | null;
  onReset: () => void;
}

/** The button of the form, with the reason beside it if it cannot save. Stays at the bottom of the window. */
export function SaveBar({ busy, problem, stop, offline, saved, onReset }: SaveBarProps) {
  const isQuiet = !problem && stop === null;
  return (
    <div className={styles.bar} data-save-bar data-above-keyboard>
      <div className={styles.state}>
        <div role="alert">
          <ProblemText problem={problem ?? (stop === null ? null : { title: stop, reason: '' })} />
        </div>
        {isQuiet && offline && (
          <p className={styles.hint}>
            <ClockIcon size="s" />
            {postPagesCopy.offlineHint}
          </p>
        )}
        {isQuiet && !offline && saved && <DraftState saved={saved} />}
        {saved && !busy && (
          <Button kind="text" size="s" className={styles.reset} onClick={onReset}>
            {meCopy.discard}
          </Button>
        )}
      </div>
      <Button type="submit" busy={busy}>
        {busy ? meCopy.saving : problem ? meCopy.tryAgain : meCopy.save}
      </Button>
    </div>
  );
}
