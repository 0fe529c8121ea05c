import { Link } from '#ui/link.tsx';
import { outboxCopy } from '#copy/outbox.ts';
import { shellCopy } from '#copy/shell.ts';
import { AlertIcon, ClockIcon } from '#ui/icons/icons.tsx';
import { useUnsent } from './queries.ts';
import styles from './waiting-pill.module.css';

/** The number of unsent actions and files ("3 waiting"); red, with another icon, if one was rejected. */
export function WaitingPill() {
  const { waiting, refused } = useUnsent();
  if (waiting + refused === 0) return null;
  const label = refused > 0 ? outboxCopy.refusedSummary(refused) : shellCopy.waiting(waiting);
  return (
    <Link to="/outbox" className={styles.hit} aria-label={label} data-later>
      <span className={styles.pill} data-refused={refused > 0}>
        {refused > 0 ? <AlertIcon size="s" /> : <ClockIcon size="s" />}
        {refused > 0 ? refused : waiting}
        <span className={styles.word}>
          {refused > 0 ? outboxCopy.stamps.refused : shellCopy.waiting(waiting).replace(/^\d+ /, '')}
        </span>
      </span>
    </Link>
  );
}

/** The count beside "Outbox" in the wide navigation. */
export function WaitingBadge({ className }: { className?: string | undefined }) {
  const { waiting, refused } = useUnsent();
  const count = waiting + refused;
  if (count === 0) return null;
  return (
    <span className={className} data-later>
      {count}
      <span className="sr">{shellCopy.waiting(count).replace(/^\d+/, '')}</span>
    </span>
  );
}
