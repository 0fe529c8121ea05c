import { onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';

/** Vitest leaves the commands of the DevTools protocol untyped. */
interface DevTools {
  send(method: string, params?: object): Promise<unknown>;
}

interface Screen {
  width: number;
  height: number;
  /** The notch and the home bar. */
  insets: { left?: number; right?: number; bottom?: number };
}

/** For the rest of the test the screen has this size, and a notch or a home bar. In px. */
export async function setScreen({ width, height, insets }: Screen): Promise<void> {
  const devTools = cdp() as unknown as DevTools;
  const set = (all: object) => devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: all });
  const before = [innerWidth, innerHeight] as const;
  onTestFinished(async () => {
    await set({});
    await page.viewport(...before);
  });
  await set(insets);
  await page.viewport(width, height);
}
