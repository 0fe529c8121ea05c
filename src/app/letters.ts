/** Two frames or so: who has the fonts on the device has them by then. */
const PATIENCE_MS = 100;

/**
 * Resolves when the two faces of the first screen can be drawn, or after a moment. Only where the worker holds them: then text is
 * not set twice, which would move it. On a first visit nothing waits, and they arrive before the first posts do.
 */
export function lettersFromDevice(): Promise<unknown> {
  const loading = Promise.all(
    ['1rem "Atkinson Next"', '700 1rem "Special Gothic"'].map((font) => document.fonts.load(font)),
  );
  const loaded = loading.catch(() => {});
  if (!navigator.serviceWorker?.controller) return Promise.resolve();
  return Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}
