import { changeSettings, settingsStore } from '#data/device/settings.ts';
import { notesCopy } from '#copy/notes.ts';
import { useStore } from '#lib/use-store.ts';
import { Button } from '#ui/button.tsx';
import { AddBoxIcon, IosShareIcon } from '#ui/icons/more-icons.tsx';
import { NoteCard } from './note-card.tsx';

/** Safari on iPhone cannot prompt for installation; `standalone` is its non-standard flag for "installed". */
const isIphoneBrowser = (): boolean =>
  /iPhone|iPod/.test(navigator.userAgent) && (navigator as Navigator & { standalone?: boolean }).standalone !== true;

/** §2: once on an iPhone when not installed. */
export function useInstallHint(): boolean {
  return !useStore(settingsStore).installHintSeen && isIphoneBrowser();
}

/** Dismissed with 'Got it'. */
export function InstallHint() {
  return (
    <NoteCard
      title={notesCopy.installHintTitle}
      label={notesCopy.installHintLabel}
      icon={<img src="/icons/apple-touch-icon.png" alt="" width={52} height={52} />}
      actions={
        <Button wide onClick={() => changeSettings({ installHintSeen: true })}>
          {notesCopy.gotIt}
        </Button>
      }
    >
      <p>{notesCopy.installHint}</p>
      <ol>
        <li>
          {notesCopy.installSteps[0]}
          <IosShareIcon />
        </li>
        <li>
          {notesCopy.installSteps[1]}
          <AddBoxIcon />
        </li>
      </ol>
    </NoteCard>
  );
}
