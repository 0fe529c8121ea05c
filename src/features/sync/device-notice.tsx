import { shellCopy } from '#copy/shell.ts';
import { syncCopy } from '#copy/sync.ts';
import { LinkButton } from '#ui/link-button.tsx';
import styles from './device-notice.module.css';
import { useStatus } from './queries.ts';

/** What the member has to know before relying on this device; stays until it is no longer so. */
export function DeviceNotice() {
  const { phase, signInNeeded, fleeting } = useStatus();
  const text =
    phase === 'unavailable'
      ? syncCopy.unavailableText
      : signInNeeded
        ? syncCopy.signInText
        : fleeting
          ? syncCopy.fleetingText
          : null;
  return (
    <div aria-live="polite">
      {text && (
        <div className={styles.notice}>
          <p>{text}</p>
          {signInNeeded && (
            <LinkButton to="/login" kind="ink" size="s">
              {shellCopy.logIn}
            </LinkButton>
          )}
        </div>
      )}
    </div>
  );
}
