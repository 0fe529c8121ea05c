import { within } from '#lib/within.ts';

/** Two frames or so: who has the fonts on the device has them by then, and who has a good line, too. */
const PATIENCE_MS = 100;

let asked: Promise<unknown> | undefined;

/**
 * Resolves when the two faces of the first screen can be drawn, or after a moment. A face that comes later is kept for the next
 * visit (`font-display: optional`): text that is set twice moves under the reader.
 */
export const lettersInTime = (): Promise<unknown> => (asked ??= askForLetters());

/** English, and where the worker keeps them the letters that few names need: asked for by the text alone they would come late. */
const sample = (): string => (navigator.serviceWorker?.controller ? 'aé' : 'a');

async function askForLetters(): Promise<void> {
  const loading = Promise.all(
    ['1rem "Atkinson Next"', '700 1rem "Special Gothic"'].map((font) => document.fonts.load(font, sample())),
  ).catch(() => {});
  await within(PATIENCE_MS, loading);
}
