import { boot } from '#data/first-screen/boot.ts';
import { fontsReady } from './fonts.ts';

/*
 * Imported first: starts both lookups of the first screen before React, the router and the screens run. Further calls
 * return the same promises.
 */
void boot();
void fontsReady();
