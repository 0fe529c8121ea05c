import { within } from '#lib/within.ts';

/** Two frames or so: who has the fonts on the device has them by then, and who has a good line, too. */
const PATIENCE_MS = 100;

let asked: Promise<unknown> | undefined;

const FACES = ['1rem "Atkinson Next"', '700 1rem "Special Gothic"'];

/** Resolves when the two faces of the first screen can be drawn, or after a moment. */
export const lettersInTime = (): Promise<unknown> => (asked ??= askForLetters());

/** English, and where the worker keeps them the letters that few names need: asked for by the text alone they would come late. */
const sample = (): string => (navigator.serviceWorker?.controller ? 'aé' : 'a');

async function askForLetters(): Promise<void> {
  const loading = Promise.all(FACES.map((face) => document.fonts.load(face, sample()))).catch(() => {});
  await within(PATIENCE_MS, loading);
}

/**
 * Called right before the first render: a face that is not here by now is for the next visit, since text that is set twice moves
 * under the reader. `font-display: optional` alone does not hold that: Chromium may draw a face that came between layout and paint.
 */
export function settleLetters(): void {
  if (!FACES.every((face) => document.fonts.check(face))) document.documentElement.dataset['standIn'] = '';
}
