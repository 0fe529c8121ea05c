import { outboxCopy } from '#copy/outbox.ts';
import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import { Button } from '#ui/button.tsx';
import { Flag } from '#ui/flag.tsx';
import { OutboxIcon } from '#ui/icons/icons.tsx';
import { RetryIcon } from '#ui/icons/more-icons.tsx';
import { useNow } from '#ui/use-now.ts';
import { formatAge, formatBytes } from './format.ts';
import { sendAll } from './mutations.ts';
import styles from './outbox-head.module.css';
import type { Outbox } from './queries.ts';
import { countKinds } from './sections.ts';

/** The summary: amount and age of unsent work, and the button that sends it. */
export function OutboxHead({ outbox, holding }: { outbox: Outbox; holding: boolean }) {
  const now = useNow();
  const pending = outbox.items.filter((item) => item.state === 'queued' || item.state === 'sending');
  const bytes = pending.reduce((sum, item) => sum + item.bytes, 0);
  const oldest = pending.reduce(
    (first, item) => (item.created_at < first ? item.created_at : first),
    pending[0]?.created_at ?? '',
  );
  const parts = [
    pending.length > 0 && outboxScreenCopy.summary(countKinds(pending, outboxScreenCopy.many), formatBytes(bytes)),
    oldest && outboxScreenCopy.oldest(formatAge(new Date(oldest), new Date(now))),
    outbox.refused > 0 && outboxCopy.refusedSummary(outbox.refused),
  ].filter(Boolean);
  return (
    <section className={styles.head}>
      <Flag up={holding} className={styles.flag} />
      <div>
        <h2 className={styles.title}>
          {pending.length === 0
            ? outboxScreenCopy.needsAttention
            : holding
              ? outboxScreenCopy.holding
              : outboxScreenCopy.sending}
        </h2>
        <p className={styles.sum}>{parts.join('; ')}</p>
      </div>
      {outbox.items.length > 0 && (
        <Button kind={holding ? 'outline' : 'ink'} className={styles.go} onClick={() => void sendAll()}>
          {holding ? <RetryIcon size="s" /> : <OutboxIcon size="s" />}
          {holding ? outboxScreenCopy.tryNow : outboxScreenCopy.sendAll}
        </Button>
      )}
    </section>
  );
}
