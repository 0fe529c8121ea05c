import { expect } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { openSignedIn } from '../../tests/support/signed-in.ts';
import { demoMember } from '../gallery/worlds.ts';
import { throttle } from './feed-speed.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';

const FRIENDS = ['marge_b', 'old_kip', 'dana-k'] as const;
const TAPS = 12;

/** From the tap on a friend's name to the painted profile, which is on the device, on a slow processor. */
export async function measureProfiles(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  const device = await Device.start({ url: backend.url });
  try {
    const page = await device.page();
    await openSignedIn(page, backend, demoMember('member'));
    const open = async (username: string) => {
      await page
        .getByRole('main')
        .getByRole('link', { name: `@${username}`, exact: true })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: `@${username}` })).toBeVisible();
      await expect(page.getByRole('article').first()).toBeVisible();
    };
    await page.goto('/profile');
    // Once before, so that every profile is on the device.
    for (const username of FRIENDS) {
      await open(username);
      await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
      await page.goBack();
    }
    await page.waitForTimeout(3000);
    await throttle(page, 4);
    await page.evaluate(() => {
      const painted: number[] = [];
      Object.assign(globalThis, { painted });
      addEventListener(
        'click',
        ({ target, timeStamp }) => {
          const name = (target as Element).closest('a[href^="/user/"]')?.textContent;
          const look = (): void => {
            const isThere =
              document.querySelector('main h1')?.textContent === name && document.querySelector('main dl');
            if (!isThere) return void requestAnimationFrame(look);
            requestAnimationFrame(() => setTimeout(() => painted.push(performance.now() - timeStamp)));
          };
          if (name) look();
        },
        true,
      );
    });
    for (let tap = 0; tap < TAPS; tap++) {
      await open(FRIENDS[tap % FRIENDS.length] ?? FRIENDS[0]);
      await page.waitForTimeout(700);
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Your Friends' })).toBeVisible();
      await page.waitForTimeout(700);
    }
    // Set by the script in the page; the global has no type for it.
    const painted = await page.evaluate(() => (globalThis as unknown as { painted: number[] }).painted);
    say(`  ${painted.map(Math.round).join(', ')} ms`);
    return [
      { what: `open a profile at 4×, p95 of ${TAPS}`, value: quantile(painted, 0.95), unit: 'ms', goal: { most: 100 } },
    ];
  } finally {
    await device.dispose();
  }
}
