import { errorText } from '#copy/errors.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { Button } from '#ui/button.tsx';
import { TextIcon } from '#ui/icons/icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { formatBytes } from './format.ts';
import styles from './outbox-entry.module.css';
import type { OutboxItem } from './queries.ts';

interface OutboxEntryProps {
  item: OutboxItem;
  onRetry: () => void;
  onDiscard: () => void;
}

export function OutboxEntry({ item, onRetry, onDiscard }: OutboxEntryProps) {
  const refused = item.state === 'refused';
  const facts = [
    outboxCopy.kinds[item.kind] ?? outboxCopy.otherKind,
    item.bytes > 0 && formatBytes(item.bytes),
    item.attempts > 0 && !refused && item.state !== 'sent' && outboxCopy.attempts(item.attempts),
  ].filter(Boolean);
  return (
    <li className={styles.entry} data-state={item.state}>
      <div className={styles.margin}>
        <LogTime iso={item.created_at} />
        <TextIcon />
      </div>
      <div className={styles.column}>
        <h3 className={styles.label}>{item.label}</h3>
        <div className={styles.line}>
          <p className={styles.facts}>{facts.join(' · ')}</p>
          <Stamp state={item.state} label={outboxCopy.stamps[item.state]} />
        </div>
        {refused && <p className={styles.why}>{item.last_error ?? errorText('unknown')}</p>}
        {(refused || item.state === 'queued') && (
          <div className={styles.actions}>
            {refused && (
              <Button kind="text" size="s" aria-label={outboxCopy.retryOf(item.label)} onClick={onRetry}>
                {outboxCopy.retry}
              </Button>
            )}
            <Button
              kind={refused ? 'danger' : 'text'}
              size="s"
              aria-label={outboxCopy.discardOf(item.label)}
              onClick={onDiscard}
            >
              {outboxCopy.discard}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
