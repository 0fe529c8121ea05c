import { appOnDeviceCopy } from '#copy/app-on-device.ts';
import { Progress } from '#ui/progress.tsx';
import type { AppOnDevice } from './app-queries.ts';

/** In words; undefined while it is not known. */
export function wordsOf({ state, part }: AppOnDevice): string | undefined {
  if (state === 'unknown') return undefined;
  return state === 'here' || state === 'none' ? appOnDeviceCopy[state] : appOnDeviceCopy[state](part);
}

/** How much of the app is on this device, and whether the rest comes. */
export function AppLine({ app }: { app: AppOnDevice }) {
  const words = wordsOf(app);
  if (!words) return null;
  return (
    <>
      <p>{words}</p>
      {app.state === 'loading' && <Progress label={words} value={app.part} />}
    </>
  );
}
