import { changeSettings, type Settings } from '#data/device/settings.ts';

/** Applies at once in all tabs. False if this browser cannot store it; it then lasts until the tab closes. */
export const choose = (part: Partial<Settings>): boolean => changeSettings(part);
