import { within } from '#lib/within.ts';

/** About two frames: enough for fonts on the device or a fast connection. Later fonts replace the fallback. */
const PATIENCE_MS = 100;
/** Where a start continues at a place, which lines that break elsewhere would move, and the drawn page is on screen. */
const PATIENCE_AT_PLACE_MS = 500;

let loading: Promise<unknown> | undefined;

const FACES = ['1rem "Atkinson Next"', '700 1rem "Special Gothic"'];

/** Resolves when the two faces of the first screen are loaded, or after that time. */
export const fontsReady = (): Promise<unknown> => (loading ??= loadFonts());

async function loadFonts(): Promise<void> {
  const loaded = Promise.all(FACES.map((face) => document.fonts.load(face, 'a'))).catch(() => {});
  await within(globalThis.rangedayPlace ? PATIENCE_AT_PLACE_MS : PATIENCE_MS, loaded);
}
