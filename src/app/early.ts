import { boot } from '#data/boot.ts';

/*
 * Imported before anything else: what the device has to look up for the first screen is asked for before React, the router and
 * the screens have run, and lies ready when they have. The letters come from the worker's cache in that time; without it they
 * come late and nothing waits for them, as their stand-ins have the same measures.
 */
void boot();
for (const face of ['1rem "Atkinson Next"', '700 1rem "Special Gothic"'])
  void document.fonts.load(face).catch(() => {});
