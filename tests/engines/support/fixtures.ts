import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';

import { expect, test as base, type WorkerFixtures } from '../../e2e/support/fixtures.ts';
import type { Engine, StartOptions } from './engine.ts';
import { Firefox } from './firefox.ts';
import { Phone } from './phone.ts';
import { TlsDoor } from './tls.ts';
import { Display, WebKit } from './webkit.ts';

export type EngineName = 'firefox' | 'webkit';

interface PhoneFixtures {
  /** Console errors that the test causes. */
  readonly expected: RegExp;
  /** Its window keeps nothing; only in Firefox. */
  readonly isPrivate: boolean;
  /** A browser that has never been used. */
  readonly phone: Phone;
}

interface EngineFixtures extends WorkerFixtures {
  /** Of the Playwright project. */
  readonly engine: EngineName;
  readonly startEngine: (options: StartOptions) => Promise<Engine>;
  readonly door: TlsDoor;
}

export const test = base.extend<PhoneFixtures, EngineFixtures>({
  engine: ['webkit', { option: true, scope: 'worker' }],

  startEngine: [
    async ({ engine }, use) => {
      if (engine === 'firefox') return use((options) => Firefox.start(options));
      const display = await Display.start();
      await use((options) => WebKit.start(display, options));
      display.dispose();
    },
    { scope: 'worker' },
  ],

  door: [
    async ({ backend }, use) => {
      const door = await TlsDoor.open(backend.url);
      await use(door);
      await door.dispose();
    },
    { scope: 'worker' },
  ],

  // The worker that syncs may outlive a page that is left, and finds its database closed.
  expected: [/\[shared-sync\]: Sync error/, { option: true }],
  isPrivate: [false, { option: true }],

  phone: async ({ backend, startEngine, door, expected, isPrivate }, use, testInfo) => {
    await backend.start();
    const phone = await Phone.start({ start: startEngine, url: door.url, isPrivate });
    await use(phone);
    if (testInfo.status !== testInfo.expectedStatus) {
      const [log, screen] = [testInfo.outputPath('browser.log'), testInfo.outputPath('screen.png')];
      await writeFile(log, phone.lines.join('\n'));
      // The browser may have ended, and a page that hangs is not drawn.
      const tooLate = once(AbortSignal.timeout(10_000), 'abort');
      const taken = phone.screenshot().then((image) => writeFile(screen, image));
      await Promise.race([taken, tooLate]).catch(() => {});
    }
    await phone.dispose();
    expect
      .soft(
        phone.complaints.filter((line) => !expected.test(line)),
        'complaints on the console',
      )
      .toEqual([]);
  },
});

export { expect };
