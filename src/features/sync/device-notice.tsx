import { shellCopy } from '#copy/shell.ts';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { LinkButton } from '#ui/link-button.tsx';
import styles from './device-notice.module.css';
import { type Status, useStatus } from './queries.ts';

/** The most serious problem first: lost text before lost time. */
function textOf({ phase, signInNeeded, fleeting, trouble }: Status): string | null {
  if (trouble === 'full') return deviceNoticeCopy.fullText;
  if (phase === 'unavailable') return deviceNoticeCopy.unavailableText;
  if (signInNeeded) return deviceNoticeCopy.signInText;
  if (fleeting) return deviceNoticeCopy.fleetingText;
  if (trouble === 'slow') return deviceNoticeCopy.slowText;
  if (trouble === 'rebuilt') return deviceNoticeCopy.rebuiltText;
  return trouble === 'evicted' ? deviceNoticeCopy.evictedText : null;
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
          {text === deviceNoticeCopy.signInText && (
            <LinkButton to="/login" kind="ink" size="s">
              {shellCopy.logIn}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}
