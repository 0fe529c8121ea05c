import { savesData, type Settings, settingsStore } from '#data/device/settings.ts';
import { useStore } from '#lib/use-store.ts';

export type { Settings, TextSize, Theme } from '#data/device/settings.ts';

export const useSettings = (): Settings => useStore(settingsStore);

/** Whether pictures load only on request, by the setting or the browser's Save-Data. */
export const useDataSaver = (): boolean => savesData(useStore(settingsStore));
