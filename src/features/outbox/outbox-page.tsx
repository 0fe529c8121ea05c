import { useState } from 'react';
import { errorText } from '#copy/errors.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { shellCopy } from '#copy/shell.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { FlagFlying, FlagLow } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { discard, retry } from './mutations.ts';
import { OutboxEntry } from './outbox-entry.tsx';
import { OutboxHead } from './outbox-head.tsx';
import styles from './outbox-page.module.css';
import { useOutbox, type OutboxItem } from './queries.ts';

interface OutboxPageProps {
  /** Nothing goes out now: the flag is up. */
  holding: boolean;
  /** The device could not be read at all; the shell says why. */
  unreadable: boolean;
}

export function OutboxPage({ holding, unreadable }: OutboxPageProps) {
  const outbox = useOutbox();
  const [discarding, setDiscarding] = useState<OutboxItem | null>(null);
  const run = async (action: Promise<{ ok: true } | { ok: false; code: string }>) => {
    const result = await action;
    if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <>
      {outbox.waiting + outbox.refused > 0 && <OutboxHead outbox={outbox} holding={holding} />}
      <ul aria-label={outboxCopy.title}>
        {outbox.items.map((item) => (
          <OutboxEntry
            key={item.id}
            item={item}
            onRetry={() => void run(retry(item.id))}
            onDiscard={() => setDiscarding(item)}
          />
        ))}
      </ul>
      {!outbox.ready && !unreadable && (
        <>
          <output className={styles.wait}>{shellCopy.loading}</output>
          <EntrySkeleton entries={2} />
        </>
      )}
      {outbox.items.length === 0 && outbox.ready && (
        <EmptyState
          drawing={holding ? <FlagFlying /> : <FlagLow />}
          title={outboxCopy.emptyTitle}
          text={holding ? outboxCopy.emptyOffline : outboxCopy.emptyText}
        />
      )}
      <ConfirmDialog
        open={discarding !== null}
        title={outboxCopy.discardTitle}
        text={outboxCopy.discardText}
        confirmLabel={outboxCopy.discardConfirm}
        cancelLabel={outboxCopy.keep}
        onCancel={() => setDiscarding(null)}
        onConfirm={() => {
          if (discarding) void run(discard(discarding.id));
          setDiscarding(null);
        }}
      />
    </>
  );
}
