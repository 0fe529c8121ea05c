import { expect } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { openSignedIn } from '../../tests/support/signed-in.ts';
import { demoMember } from '../gallery/worlds.ts';
import { median, quantile } from './quantile.ts';
import type { Row } from './row.ts';

const FRIENDS = ['marge_b', 'old_kip', 'dana-k'] as const;
const TAPS = 12;

interface Openings {
  profile: number[];
  post: number[];
}

/** Runs in the page: notes the time from a tap on a link to a profile or a post until its page is painted. */
function watchOpenings(): void {
  const opened: Openings = { profile: [], post: [] };
  Object.assign(globalThis, { opened });
  const note = (into: number[], since: number, isThere: () => boolean): void => {
    const look = (): void => {
      if (!isThere()) return void requestAnimationFrame(look);
      requestAnimationFrame(() => setTimeout(() => into.push(performance.now() - since)));
    };
    look();
  };
  const heading = () => document.querySelector<HTMLElement>('main h1:not(.sr)');
  addEventListener(
    'click',
    ({ target, timeStamp }) => {
      const link = (target as Element).closest('a');
      const path = link?.getAttribute('href') ?? '';
      const name = link?.textContent;
      if (path.startsWith('/user/'))
        note(opened.profile, timeStamp, () => heading()?.textContent === name && !!document.querySelector('main dl'));
      // A profile's heading is its name.
      if (path.startsWith('/posts/'))
        note(opened.post, timeStamp, () => heading()?.textContent === name && heading()?.checkVisibility() === true);
    },
    true,
  );
}

/**
 * From the tap on a friend's name to the painted profile, which is on the device, on a slow processor. From there, from
 * the tap on a post to the painted post, in turns, so that a machine that becomes busy affects both.
 */
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
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.evaluate(watchOpenings);
    const posts = page.locator('main article h2 a').filter({ visible: true });
    for (let tap = 0; tap < TAPS; tap++) {
      await open(FRIENDS[tap % FRIENDS.length] ?? FRIENDS[0]);
      await page.waitForTimeout(700);
      await posts.first().click();
      await expect(page).toHaveURL(/\/posts\//);
      await expect(page.locator('main h1:not(.sr)').filter({ visible: true })).toBeVisible();
      await page.waitForTimeout(700);
      await page.goBack();
      await expect(posts.first()).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Your Friends' })).toBeVisible();
      await page.waitForTimeout(700);
    }
    // Set by the script in the page; the global has no type for it.
    const { profile, post } = await page.evaluate(() => (globalThis as unknown as { opened: Openings }).opened);
    say(`  profile ${profile.map(Math.round).join(', ')} ms`);
    say(`  post    ${post.map(Math.round).join(', ')} ms`);
    return [
      { what: `open a profile at 4×, p95 of ${TAPS}`, value: quantile(profile, 0.95), unit: 'ms', goal: { most: 100 } },
      { what: '  median', value: median(profile), unit: 'ms' },
      { what: '  the same for a post from that profile, p95', value: quantile(post, 0.95), unit: 'ms' },
      { what: '  median', value: median(post), unit: 'ms' },
      { what: '  in openings of a post', value: median(profile) / median(post), unit: '×', goal: { most: 2 } },
    ];
  } finally {
    await device.dispose();
  }
}
