import { PACK_TAG } from './due.ts';
import type { Packed } from './packed.ts';

/**
 * Whether the service worker can look, while the app is closed, if a pack is due. `denied`: by browser or member;
 * `notInstalled`: only for an installed app; `none`: this browser has no Periodic Background Sync.
 */
export type Ahead = 'granted' | 'denied' | 'notInstalled' | 'none';

interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
  unregister(tag: string): Promise<void>;
}

/** Missing in the DOM types. */
const periodicSync = async (): Promise<PeriodicSync | undefined> =>
  ((await navigator.serviceWorker?.getRegistration()) as { periodicSync?: PeriodicSync } | undefined)?.periodicSync;

export async function readAhead(): Promise<Ahead> {
  if (!(await periodicSync().catch(() => undefined))) return 'none';
  // A name that TypeScript's types do not have.
  const name = 'periodic-background-sync' as PermissionName;
  const state = await navigator.permissions.query({ name }).then(
    (found) => found.state,
    () => 'denied',
  );
  if (state === 'granted') return 'granted';
  return matchMedia('(display-mode: standalone)').matches ? 'denied' : 'notInstalled';
}

/** The browser decides when; twice a day is enough for the evening before. */
const EVERY_MS = 12 * 3_600_000;

/** Registers the check, or ends it if no day is chosen. */
export async function checkAhead({ day, weekdays }: Pick<Packed, 'day' | 'weekdays'>): Promise<void> {
  const sync = await periodicSync().catch(() => undefined);
  const isWanted = day !== null || weekdays.length > 0;
  if (!sync) return;
  try {
    if (!isWanted) await sync.unregister(PACK_TAG);
    else if ((await readAhead()) === 'granted') await sync.register(PACK_TAG, { minInterval: EVERY_MS });
  } catch {
    // Not permitted: the app packs when it is opened.
  }
}
