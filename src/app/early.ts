import { boot } from '#data/first-screen/boot.ts';
import { lettersInTime } from './letters.ts';

/*
 * Imported before anything else: what the device has to look up for the first screen is asked for before React, the router and
 * the screens have run, and lies ready when they have. Both answer further calls with the first one's promise.
 */
void boot();
void lettersInTime();
