import { type AppOnDevice, appOnDevice } from '#data/device/stored-app.ts';
import { useStore } from '#lib/use-store.ts';

export type { AppOnDevice } from '#data/device/stored-app.ts';

/** Whether the app itself opens on this device without a connection. */
export const useAppOnDevice = (): AppOnDevice => useStore(appOnDevice);
