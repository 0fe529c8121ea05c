import { randomUUID } from 'node:crypto';

import { expect, type Page } from '@playwright/test';

import type { Ally } from './ally.ts';
import type { Backend } from '../../support/backend.ts';
import { findTestBrowser } from '../../support/chromium.ts';
import type { Device } from '../../support/device.ts';
import type { SignedInProfile } from './prepared-profile.ts';
import { test as base } from './fixtures.ts';
import { expectArrival, expectSent, register, type Member } from '../../support/member.ts';
import { openSignedIn, openSynced } from '../../support/signed-in.ts';

interface Stage {
  /**
   * The member is new, for tests that end sessions, or leave something that the member's other devices show. Others
   * share one whose device has synced.
   */
  readonly ownMember: boolean;
  /** Undefined with `ownMember`. */
  readonly shared: SignedInProfile | undefined;
  readonly member: Member;
  /** Its only way to the backend is `network`. */
  readonly phone: Device;
  /** The phone's page: the member is signed in, the feed is there, and the app can start without a network. */
  readonly page: Page;
}

/** Tests of one phone behind a network with faults. */
export const test = base.extend<Stage>({
  ownMember: [false, { option: true }],

  shared: async ({ backend, network, profiles, ownMember }, use) =>
    use(ownMember ? undefined : await profiles.ofMember(network.url, findTestBrowser(), backend)),

  member: async ({ backend, shared }, use) => use(shared?.member ?? (await register(backend))),

  phone: async ({ network, shared, newDevice }, use) => {
    // These tests cause network errors.
    const expected = /^Failed to load resource: /;
    await use(await newDevice({ url: network.url, expected, ...(shared && { profile: shared.profile }) }));
  },

  page: async ({ phone, member, backend, ownMember }, use) => {
    const page = await phone.page();
    await (ownMember ? openSignedIn(page, backend, member) : openSynced(page));
    await use(page);
  },
});

export { expect };

/** A title that no other test has. */
export const unique = (word: string): string => `${word} ${randomUUID().slice(0, 8)}`;

export const expectLoggedOut = (page: Page): Promise<void> =>
  expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();

/** Navigates within the app: a reload could repair what a fault broke. */
export async function open(page: Page, name: 'Feed' | 'Outbox'): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).first().click();
  await expect(page).toHaveURL(name === 'Feed' ? /\/$/ : /\/outbox$/);
}

/** Expects an empty outbox and each post exactly once, in this order, on the screen and on the server. */
export async function expectDelivered(page: Page, backend: Backend, titles: readonly string[]): Promise<void> {
  await open(page, 'Feed');
  for (const title of titles) await expectSent(page, title);
  await open(page, 'Outbox');
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
  expect(await rowsOf(backend, titles)).toEqual(titles);
}

/** Titles of the server's rows, oldest first. */
export async function rowsOf(backend: Backend, titles: readonly string[]): Promise<string[]> {
  const rows = await backend.query<{ title: string }>(
    'select title from public.posts where title = any($1) order by created_at, id',
    [titles],
  );
  return rows.map(({ title }) => title);
}

/** Expects that a new post of another member still arrives. */
export async function expectSyncContinues(page: Page, ally: Ally): Promise<void> {
  await open(page, 'Feed');
  const title = unique('Read');
  await ally.post(title);
  await expectArrival(page, title);
}
