import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import { TEST_FLAGS } from '../../support/chromium.ts';
import { expect } from '../../support/member.ts';

/**
 * Browser profiles in which a guest has opened the app once: it is installed for offline use, and the feed is synced. One
 * for each origin and browser, made when it is first needed, to be copied by every device that does not test a first visit.
 */
export class PreparedProfiles {
  readonly #profiles = new Map<string, Promise<string>>();

  /** `browser`: the path of the one that uses the profile. */
  get(origin: string, browser: string | undefined): Promise<string> {
    const key = `${origin} ${browser}`;
    const known = this.#profiles.get(key);
    if (known) return known;
    const profile = prepare(origin, browser);
    this.#profiles.set(key, profile);
    return profile;
  }

  async dispose(): Promise<void> {
    const made = await Promise.allSettled(this.#profiles.values());
    for (const profile of made) {
      if (profile.status === 'fulfilled') await rm(profile.value, { recursive: true, force: true });
    }
  }
}

async function prepare(origin: string, executablePath: string | undefined): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'rangeday-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: [...TEST_FLAGS],
    headless: true,
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Its database is closed before the browser is.
  await page.goto('about:blank');
  await context.close();
  return profile;
}
