import { boot } from '#data/first-screen/boot.ts';
import { fontsReady } from './fonts.ts';

/* Imported first: both lookups of the first screen start before React and the router. Later calls share the
   promises. */
void boot();
void fontsReady();
