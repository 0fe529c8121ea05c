import { changeSettings, settingsStore } from '#data/device/settings.ts';
import { shellCopy } from '#copy/shell.ts';
import { useStore } from '#lib/use-store.ts';
import { Button } from '#ui/button.tsx';
import styles from './install-hint.module.css';

/** Safari on iPhone cannot prompt for installation; `standalone` is its non-standard flag for "installed". */
const isIphoneBrowser = (): boolean =>
  /iPhone|iPod/.test(navigator.userAgent) && (navigator as Navigator & { standalone?: boolean }).standalone !== true;

/** §2: shown once on an iPhone when not installed, dismissed with 'Got it'. */
export function InstallHint() {
  const { installHintSeen } = useStore(settingsStore);
  if (installHintSeen || !isIphoneBrowser()) return null;
  return (
    <section className={styles.hint} aria-label={shellCopy.installHintLabel}>
      <p>{shellCopy.installHint}</p>
      <Button size="s" onClick={() => changeSettings({ installHintSeen: true })}>
        {shellCopy.gotIt}
      </Button>
    </section>
  );
}
