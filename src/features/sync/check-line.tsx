import { checkCopy } from '#copy/check.ts';
import { formatSecond } from '#lib/log-time.ts';
import { Button } from '#ui/button.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
import styles from './check-line.module.css';
import { useNextCheck } from './check-queries.ts';
import { checkServer } from './mutations.ts';
import { useStatus } from './queries.ts';

/** While the server does not answer: when it is asked again, and a button that asks now. */
export function CheckLine() {
  const { phase, signInNeeded } = useStatus();
  const at = useNextCheck();
  const wide = useMedia(WIDE);
  // Without a session nobody asks.
  if (phase !== 'offline' || signInNeeded) return null;
  return (
    <div className={styles.line}>
      <p>{at === null ? checkCopy.checking : checkCopy.next(formatSecond(new Date(at), wide))}</p>
      <Button kind="text" size="s" onClick={checkServer}>
        {checkCopy.now}
      </Button>
    </div>
  );
}
