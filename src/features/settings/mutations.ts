import type { StorageUse } from '#data/connection/storage-use.ts';
import { changeSettings, type Settings } from '#data/device/settings.ts';

export type { StorageUse } from '#data/connection/storage-use.ts';

/** Applies at once in all tabs. False if this browser cannot store it; it then lasts until the tab closes. */
export const choose = (part: Partial<Settings>): boolean => changeSettings(part);

const loadStorage = () => import('#data/connection/storage-use.ts');

/** Null if that cannot be found out, because the code for it could not be loaded. */
export async function measureStorage(): Promise<StorageUse | null> {
  const storage = await loadStorage().catch(() => null);
  return storage && storage.measureStorage();
}

/** Deletes what can be loaded again. Resolves with the freed bytes. */
export const clearReloadable = async (): Promise<number> => (await loadStorage()).clearReloadable();
