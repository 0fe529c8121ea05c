import { shellCopy } from '#copy/shell.ts';
import { syncCopy } from '#copy/sync.ts';
import { LinkButton } from '#ui/link-button.tsx';
import styles from './device-notice.module.css';
import { type Status, useStatus } from './queries.ts';

/** The most serious problem first: lost text before lost time. */
function textOf({ phase, signInNeeded, fleeting, trouble }: Status): string | null {
  if (trouble === 'full') return syncCopy.fullText;
  if (phase === 'unavailable') return syncCopy.unavailableText;
  if (signInNeeded) return syncCopy.signInText;
  if (fleeting) return syncCopy.fleetingText;
  if (trouble === 'rebuilt') return syncCopy.rebuiltText;
  return trouble === 'evicted' ? syncCopy.evictedText : null;
}

/** A problem of this device that endangers unsent work. Shown until it is solved. */
export function DeviceNotice() {
  const status = useStatus();
  const text = textOf(status);
  return (
    <div aria-live="polite">
      {text && (
        <div className={styles.notice} data-later>
          <p>{text}</p>
          {text === syncCopy.signInText && (
            <LinkButton to="/login" kind="ink" size="s">
              {shellCopy.logIn}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}
