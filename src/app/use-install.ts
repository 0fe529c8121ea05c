import type { InstallPlatform } from '#features/pages/install-page.tsx';
import { useAppOnDevice } from '#features/sync/app-queries.ts';
import { useStore } from '#lib/use-store.ts';
import { installedStore, installOffer } from './install-prompt.ts';

/** Only decides which guide comes first. An iPad identifies itself as a Mac, but a Mac has no touch points. */
function platformOf({ userAgent, maxTouchPoints }: Navigator): InstallPlatform {
  if (/iPhone|iPod|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)) return 'ios';
  return /Android/.test(userAgent) ? 'android' : 'desktop';
}

/** Shows the browser's install dialog. An event can prompt only once. */
async function promptInstall(): Promise<void> {
  const event = installOffer.get();
  installOffer.set(null);
  await event?.prompt();
}

export function useInstall() {
  const offer = useStore(installOffer);
  return {
    platform: platformOf(navigator),
    app: useAppOnDevice(),
    isInstalled: useStore(installedStore),
    onInstall: offer ? () => void promptInstall() : null,
  };
}
