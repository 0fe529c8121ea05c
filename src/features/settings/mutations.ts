import { changeSettings, type Settings } from '#data/device/settings.ts';

/** Acts at once, in every tab. False when this browser does not keep it: it then holds until the tab closes. */
export const choose = (part: Partial<Settings>): boolean => changeSettings(part);
