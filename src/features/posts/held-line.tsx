import { useEffect, useState } from 'react';
import { outboxCopy } from '#copy/outbox.ts';
import { errorText } from '#copy/errors.ts';
import { formatClock } from '#ui/log-time.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
import styles from './held-line.module.css';
import type { FeedPost, SendState } from './queries.ts';

/** Long enough to be seen, short enough not to litter the feed with stamps. */
const SENT_MS = 4000;

const HINTS = { queued: outboxCopy.byItself, sending: outboxCopy.onItsWay, sent: outboxCopy.arrived } as const;

/** Under an own post that has not arrived: what is happening to it, in a stamp and in words. */
export function HeldLine({ post, state }: { post: FeedPost; state: SendState }) {
  const wide = useMedia(WIDE);
  const sentIsOld = useOutlived(state === 'sent');
  if (sentIsOld) return null;
  const word = outboxCopy.stamps[state];
  const label = state === 'queued' ? outboxCopy.stampAt(word, formatClock(new Date(post.created_at), wide)) : word;
  return (
    <div className={styles.line}>
      <Stamp state={state} label={label} />
      {state === 'refused' ? (
        <p className={styles.refusal}>
          {post.refusal ?? errorText('unknown')}{' '}
          <TextLink to="/outbox" className={styles.above}>
            {outboxCopy.seeOutbox}
          </TextLink>
        </p>
      ) : (
        <p>{HINTS[state]}</p>
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
