/** Milliseconds on, off, on: short for what worked, two for what needs the member. */
const PATTERNS = { sent: [12], refused: [30, 80, 30] } as const;

let isOn = true;

/** By the setting of this device. */
export const setHaptics = (on: boolean): void => void (isOn = on);

export const canVibrate = (): boolean => 'vibrate' in navigator;

/**
 * Vibrates where the device can (not on iPhones). Not with reduced motion, and not before a tap,
 * because browsers refuse it then.
 */
export function vibrate(meaning: keyof typeof PATTERNS): void {
  if (!isOn || !canVibrate() || !navigator.userActivation?.hasBeenActive) return;
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) navigator.vibrate([...PATTERNS[meaning]]);
}
