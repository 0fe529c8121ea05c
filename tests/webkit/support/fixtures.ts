import { expect, test as base, type WorkerFixtures } from '../../e2e/support/fixtures.ts';
import { Display } from './driver.ts';
import { Phone } from './phone.ts';
import { TlsDoor } from './tls.ts';

interface PhoneFixtures {
  /** Features of WebKit that are off by default. */
  readonly features: readonly string[];
  /** Console errors that the test causes. */
  readonly expected: RegExp;
  /** A browser that has never been used. */
  readonly phone: Phone;
}

export const test = base.extend<PhoneFixtures, WorkerFixtures & { readonly display: Display; readonly door: TlsDoor }>({
  display: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const display = await Display.start();
      await use(display);
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

  features: [[], { option: true }],
  expected: [/$^/, { option: true }],

  phone: async ({ backend, display, door, features, expected }, use, testInfo) => {
    await backend.start();
    const phone = await Phone.start({ display, url: door.url, features });
    await use(phone);
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('browser.log', { body: phone.lines.join('\n'), contentType: 'text/plain' });
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
