import type { Page } from '@playwright/test';

import { signIn } from './api.ts';
import type { Backend } from './backend.ts';
import { expect, type Member } from './member.ts';
import { writeValues } from './stored-values.ts';

/** An address of the app's origin that its service worker does not answer. */
const EMPTY = '/powersync/probes/liveness';

/** Signs the member in and writes the session to the device, as a log-in does. The page is empty afterwards. */
export async function writeSession(page: Page, backend: Backend, member: Member): Promise<void> {
  const session = await signIn(backend, member);
  const { id, email } = session.user;
  await openEmpty(page);
  await writeValues(page, {
    auth: JSON.stringify(session),
    session: { kind: 'member', userId: id, email, username: null },
    [`profile-made:${id}`]: true,
  });
}

/** Opens a page of the app's origin without the app, to access its storage. */
export async function openEmpty(page: Page): Promise<void> {
  await page.route(EMPTY, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  await page.goto(EMPTY);
  await page.unroute(EMPTY);
}

/** Opens the feed as this member. Returns when it is synced and the app can start without a network. */
export async function openSignedIn(page: Page, backend: Backend, member: Member): Promise<void> {
  await writeSession(page, backend, member);
  await openSynced(page);
}

/**
 * Opens the feed on a device where a member is signed in. Returns when it is synced and the app can start without a
 * network.
 */
export async function openSynced(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
}
