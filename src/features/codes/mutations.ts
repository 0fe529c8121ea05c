import { withScreenOn } from '#data/device/screen-on.ts';

/** Keeps the screen on until the returned function is called: a phone turns one off that nobody touches. */
export function keepScreenOn(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void withScreenOn(promise);
  return resolve;
}
