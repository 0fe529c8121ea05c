import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import type { Backend } from '../../support/backend.ts';
import { E2E_FLAGS } from '../../support/chromium.ts';
import { launchOnProfile } from '../../support/launch.ts';
import { expect, register, type Member } from '../../support/member.ts';
import { openSignedIn } from '../../support/signed-in.ts';

export interface SignedInProfile {
  readonly member: Member;
  readonly profile: string;
  readonly madeAt: number;
  uses: number;
}

/** Tokens are valid for an hour. */
const TOKENS_SHARED_MS = 30 * 60_000;

/** A member may write 60 posts an hour, and no test writes more than four. */
const MOST_USES = 15;

/**
 * Browser profiles in which a guest has opened the app once: it is installed for offline use, and the feed is synced.
 * One for each origin and browser, made when it is first needed, to be copied by every device that does not test a
 * first visit.
 */
export class PreparedProfiles {
  readonly #profiles = new Map<string, Promise<string>>();
  readonly #members = new Map<string, SignedInProfile>();

  /** `browser`: the path of the one that uses the profile. */
  get(origin: string, browser: string | undefined): Promise<string> {
    const key = `${origin} ${browser}`;
    const known = this.#profiles.get(key);
    if (known) return known;
    const profile = prepare(origin, browser, syncGuest);
    this.#profiles.set(key, profile);
    return profile;
  }

  /**
   * The profile of a member who is signed in and synced, for tests that may share one: they end no session, and what
   * they write has names of its own. Copies have the same tokens, so a new one is made before these must be refreshed,
   * and before the member reaches a limit.
   */
  async ofMember(origin: string, browser: string | undefined, backend: Backend): Promise<SignedInProfile> {
    const key = `${origin} ${browser}`;
    const known = this.#members.get(key);
    if (known && known.uses < MOST_USES && Date.now() - known.madeAt < TOKENS_SHARED_MS) {
      known.uses += 1;
      return known;
    }
    const member = await register(backend);
    const profile = prepare(origin, browser, (page) => openSignedIn(page, backend, member));
    this.#profiles.set(`${key} ${member.email}`, profile);
    const made = { member, profile: await profile, madeAt: Date.now(), uses: 1 };
    this.#members.set(key, made);
    return made;
  }

  async dispose(): Promise<void> {
    const made = await Promise.allSettled(this.#profiles.values());
    for (const profile of made) {
      if (profile.status === 'fulfilled') await rm(profile.value, { recursive: true, force: true });
    }
  }
}

async function syncGuest(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  await page.evaluate(() => navigator.serviceWorker.ready);
}

async function prepare(
  origin: string,
  browser: string | undefined,
  open: (page: Page) => Promise<void>,
): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'rangeday-profile-'));
  const context = await launchOnProfile(profile, { origin, browser, flags: E2E_FLAGS });
  const page = await context.newPage();
  await open(page);
  // Its database is closed before the browser is.
  await page.goto('about:blank');
  await context.close();
  return profile;
}
