import { within } from './within.ts';

/** Runs `work` after the current frame's paint; a hidden tab does not wait. @returns cancels it */
export function afterPaint(work: () => void): () => void {
  let isCancelled = false;
  const run = () => {
    if (!isCancelled) work();
  };
  if (document.visibilityState === 'hidden') setTimeout(run);
  else requestAnimationFrame(() => setTimeout(run));
  return () => {
    isCancelled = true;
  };
}

/** Upper limit of the wait for pictures that may never load. */
const PATIENCE_MS = 1000;

const frame = () => new Promise<void>((resolve) => afterPaint(resolve));

let shown: Promise<void> | undefined;

/** Resolves when the first screen's pictures, as of the first call, are painted, or after the time limit. */
export const afterPictures = (): Promise<void> => (shown ??= paintPictures());

async function paintPictures(): Promise<void> {
  // Their places cost no layout of their own then, in the task that has just added them.
  await frame();
  const onScreen = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return !image.complete && bottom > 0 && top < innerHeight;
  });
  await within(PATIENCE_MS, Promise.allSettled(onScreen.map((image) => image.decode())));
  // One frame until the load events have run, one until the pictures are painted.
  await frame();
  await frame();
}
