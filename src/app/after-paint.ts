/** Runs `work` once the current frame has been painted. A hidden tab paints no frames, so it does not wait for one. */
export function afterPaint(work: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
}
