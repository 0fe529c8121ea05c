import { useEffect, useState, type ReactNode } from 'react';
import { outboxCopy } from '#copy/outbox.ts';
import { isHolding } from '#features/sync/is-holding.ts';
import { useStatus } from '#features/sync/queries.ts';
import { formatClock } from '#lib/log-time.ts';
import { Stamp, type StampState } from '#ui/stamp.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
import styles from './held-note.module.css';

/** Long enough to be seen, short enough not to litter the feed with stamps. */
const SENT_MS = 4000;

const HINTS = { queued: outboxCopy.byItself, sending: outboxCopy.onItsWay, sent: outboxCopy.arrived } as const;

interface HeldNoteProps {
  state: StampState;
  /** When it was written, ISO 8601. */
  heldAt: string;
  /** Why it was refused. */
  refusal: string | null;
  /** The way to correct it, while it waits. */
  edit?: ReactNode;
}

/** Under something of one's own that has not arrived: what is happening to it, in a stamp and in words. */
export function HeldNote({ state, heldAt, refusal, edit }: HeldNoteProps) {
  const wide = useMedia(WIDE);
  const isUnanswered = isHolding(useStatus()) && state === 'sending';
  const sentIsOld = useOutlived(state === 'sent');
  if (sentIsOld) return null;
  const word = isUnanswered ? outboxCopy.unanswered : outboxCopy.stamps[state];
  const label = state === 'queued' ? outboxCopy.stampAt(word, formatClock(new Date(heldAt), wide)) : word;
  return (
    <div className={styles.line}>
      <div className={styles.stamp}>
        <Stamp state={state} label={label} />
      </div>
      {state === 'refused' ? (
        <p className={styles.refusal}>
          {refusal ?? outboxCopy.noReason}{' '}
          <TextLink to="/outbox" className={styles.above}>
            {outboxCopy.seeOutbox}
          </TextLink>
        </p>
      ) : (
        <p>
          {isUnanswered ? outboxCopy.askedAgain : HINTS[state]} {state === 'queued' && edit}
        </p>
      )}
    </div>
  );
}

/** True once `on` has lasted as long as a Sent stamp is shown. */
function useOutlived(on: boolean): boolean {
  const [old, setOld] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setOld(true), SENT_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return on && old;
}
