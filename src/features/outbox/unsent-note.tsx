import { useEffect, useState, type ReactNode } from 'react';
import { outboxCopy } from '#copy/outbox.ts';
import { isHolding } from '#features/sync/is-holding.ts';
import { useStatus } from '#features/sync/queries.ts';
import { formatClock } from '#lib/log-time.ts';
import { Stamp, type StampState } from '#ui/stamp.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
import styles from './unsent-note.module.css';

/** How long a Sent stamp is shown. */
const SENT_MS = 4000;

const HINTS = { queued: outboxCopy.queuedHint, sending: outboxCopy.sendingHint, sent: outboxCopy.sentHint } as const;

interface UnsentNoteProps {
  state: StampState;
  /** The time of the action, ISO 8601. */
  writtenAt: string;
  /** The reason of the rejection. */
  refusal: string | null;
  /** A button to edit it while it is queued. */
  edit?: ReactNode;
}

/** The send state of the member's own post or comment, as a stamp and a text. */
export function UnsentNote({ state, writtenAt, refusal, edit }: UnsentNoteProps) {
  const wide = useMedia(WIDE);
  const isUnanswered = isHolding(useStatus()) && state === 'sending';
  const sentIsOld = useLasted(state === 'sent');
  if (sentIsOld) return null;
  const word = isUnanswered ? outboxCopy.unanswered : outboxCopy.stamps[state];
  const label = state === 'queued' ? outboxCopy.stampAt(word, formatClock(new Date(writtenAt), wide)) : word;
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
          {isUnanswered ? outboxCopy.checking : HINTS[state]} {state === 'queued' && edit}
        </p>
      )}
    </div>
  );
}

/** True after `on` was true for SENT_MS. */
function useLasted(on: boolean): boolean {
  const [old, setOld] = useState(false);
  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => setOld(true), SENT_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return on && old;
}
