import { within } from './within.ts';

/** Runs `work` once the current frame has been painted. A hidden tab paints no frames, so it does not wait for one. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}

/** Longer than this nothing waits for a picture that may never come. */
const PATIENCE_MS = 1000;

const frame = () => new Promise<void>((resolve) => afterPaint(resolve));

let shown: Promise<void> | undefined;

/**
 * Resolves when the pictures of the visit's first screen have been painted, or after a moment. They are looked for at the first
 * call, which comes when that screen is in the page; a later one waits for the same.
 */
export const afterPictures = (): Promise<void> => (shown ??= paintPictures());

async function paintPictures(): Promise<void> {
  const onScreen = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return !image.complete && bottom > 0 && top < innerHeight;
  });
  await within(PATIENCE_MS, Promise.allSettled(onScreen.map((image) => image.decode())));
  // One for the screen to hear that they are there, one to show them.
  await frame();
  await frame();
}
