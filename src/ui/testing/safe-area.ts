import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Vitest leaves the commands of the DevTools protocol untyped. */
interface DevTools {
  send(method: string, params?: object): Promise<unknown>;
}

/** For the rest of the test the screen has a notch or a home bar, of these px. */
export async function setSafeArea(insets: { left?: number; right?: number; bottom?: number }): Promise<void> {
  const devTools = cdp() as unknown as DevTools;
  const set = (all: object) => devTools.send('Emulation.setSafeAreaInsetsOverride', { insets: all });
  await set(insets);
  onTestFinished(async () => void (await set({})));
}
