import { savesData, type Settings, settingsStore } from '#data/device/settings.ts';
import { useStore } from '#lib/use-store.ts';

export type { Settings, TextSize, Theme } from '#data/device/settings.ts';

/** What was chosen on this device. */
export const useSettings = (): Settings => useStore(settingsStore);

/** Pictures only when asked for: chosen here, or wished by the browser. */
export const useDataSaver = (): boolean => savesData(useStore(settingsStore));
