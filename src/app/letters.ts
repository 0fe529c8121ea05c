/** Two frames or so: who has the fonts on the device has them by then. */
const PATIENCE_MS = 100;

let asked: Promise<unknown> | undefined;

/**
 * Resolves when the two faces of the first screen can be drawn, or after a moment. Only where the worker holds them: then text is
 * not set twice, which would move it. On a first visit they are not even asked for here: the first words in the page do that, and
 * they arrive before the first posts.
 */
export const lettersFromDevice = (): Promise<unknown> => (asked ??= askForLetters());

async function askForLetters(): Promise<void> {
  if (!navigator.serviceWorker?.controller) return;
  const loading = Promise.all(
    ['1rem "Atkinson Next"', '700 1rem "Special Gothic"'].map((font) => document.fonts.load(font)),
  );
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([loading.catch(() => {}), patience]);
}
