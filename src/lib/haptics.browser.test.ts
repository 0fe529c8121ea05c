import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setHaptics, vibrate } from './haptics.ts';

let felt: unknown[];
const given = (name: string, value: unknown) => Object.defineProperty(navigator, name, { value, configurable: true });

beforeEach(() => {
  felt = [];
  given('vibrate', (pattern: number[]) => felt.push(pattern));
  given('userActivation', { hasBeenActive: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  setHaptics(true);
  for (const name of ['vibrate', 'userActivation']) Reflect.deleteProperty(navigator, name);
});

test('what was sent is felt once and short, what was refused twice', () => {
  vibrate('sent');
  vibrate('refused');
  expect(felt).toEqual([[12], [30, 80, 30]]);
});

test('nothing is felt with reduced motion, by the setting, before a tap, or where the device cannot', () => {
  const motion = vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  vibrate('sent');
  motion.mockRestore();
  setHaptics(false);
  vibrate('sent');
  setHaptics(true);
  given('userActivation', { hasBeenActive: false });
  vibrate('sent');
  expect(felt).toEqual([]);
});
