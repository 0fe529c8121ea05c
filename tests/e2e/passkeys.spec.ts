import type { CDPSession, Page, Route } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { entry, logOut, register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { ageSession } from './support/stored-session.ts';
import { visit } from '../support/visit.ts';

const BUTTON = 'Log in with a passkey';
/** Stops the suggestions at the email field, which Chromium's virtual authenticator accepts at once. */
const WITHOUT_AUTOFILL = 'without-autofill';

const isLoggedIn = (page: Page) => expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
const isGuest = (page: Page) => expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
const alerts = (page: Page) => page.getByRole('main').getByRole('alert');

/** Chromium's own authenticator, which a member has touched already. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** The app checks its connection at the browser's event. */
async function setOffline(page: Page, isOffline: boolean): Promise<void> {
  await page.context().setOffline(isOffline);
  await page.evaluate((name) => dispatchEvent(new Event(name)), isOffline ? 'offline' : 'online');
}

/** Whether the browser suggests passkeys at the email field. */
async function setAutofill(page: Page, isOn: boolean): Promise<void> {
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    WITHOUT_AUTOFILL,
    isOn ? '' : 'yes',
  ] as const);
}

async function openPage(page: Page): Promise<void> {
  await page.addInitScript((key) => {
    const { isConditionalMediationAvailable: ask } = PublicKeyCredential;
    PublicKeyCredential.isConditionalMediationAvailable = async () =>
      localStorage.getItem(key) !== 'yes' && ask.call(PublicKeyCredential);
  }, WITHOUT_AUTOFILL);
}

test('a member adds a passkey, names it, logs in with it and by autofill, and deletes it', async ({
  newDevice,
  backend,
}) => {
  test.slow();
  const page = await (await newDevice({ expected: /ERR_INTERNET_DISCONNECTED|ERR_FAILED/ })).page();
  await openPage(page);
  const [member, other] = [await register(backend), await register(backend)];
  await openSignedIn(page, backend, member);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  const entries = passkeys.getByRole('listitem');
  const add = passkeys.getByRole('button', { name: 'Add a passkey' });

  await test.step('adding asks for a name; a second one of the same device is refused', async () => {
    await visit(page, '/settings/sessions');
    await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
    await add.click();
    const naming = page.getByRole('dialog', { name: 'Passkey added' });
    await expect(naming.getByLabel('Name')).toHaveValue(/Chrome/);
    await naming.getByLabel('Name').fill('');
    await naming.getByRole('button', { name: 'Save' }).click();
    await expect(naming.getByText('Please enter a name.')).toBeVisible();
    await naming.getByLabel('Name').fill('Range phone');
    await naming.getByRole('button', { name: 'Save' }).click();
    await expect(entries).toContainText('Range phone');
    await expect(entries).toContainText('never used');
    await add.click();
    await expect(page.getByText('This device already has a passkey for your account.').first()).toBeVisible();
    await expect(entries).toHaveCount(1);
    await entries.getByRole('button', { name: 'Rename: Range phone' }).click();
    const renaming = page.getByRole('dialog', { name: 'Rename passkey' });
    await renaming.getByLabel('Name').fill('Blue phone');
    await renaming.getByRole('button', { name: 'Save' }).click();
    await expect(entries).toContainText('Blue phone');
  });

  await test.step('offline the settings show the list and can change nothing', async () => {
    await setOffline(page, true);
    await expect(passkeys.getByText('You can add, rename and delete passkeys when you are online.')).toBeVisible();
    for (const name of ['Add a passkey', 'Rename: Blue phone', 'Delete: Blue phone'])
      await expect(passkeys.getByRole('button', { name })).toBeDisabled();
    await setOffline(page, false);
    await expect(add).toBeEnabled();
  });

  await test.step('the button on the log-in page waits for the network, and after an expired challenge works again', async () => {
    await setAutofill(page, false);
    await visit(page, '/');
    await logOut(page);
    await isGuest(page);
    await visit(page, '/login?next=%2Fsettings%2Fsessions');
    const button = page.getByRole('button', { name: BUTTON });
    await expect(button).toBeEnabled();
    await setOffline(page, true);
    await expect(button).toBeDisabled();
    await expect(button).toHaveAccessibleDescription('A passkey works only online.');
    await setOffline(page, false);
    await expect(button).toBeEnabled();

    const expire = async (route: Route) => {
      await backend.query(`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`);
      await route.continue();
    };
    await page.route('**/passkeys/authentication/verify', expire, { times: 1 });
    await button.click();
    await expect(alerts(page).getByText('That took too long. Try again.')).toBeVisible();
    await button.click();
    await expect(page).toHaveURL(/\/settings\/sessions$/);
    await expect(entries).toContainText('last used');
  });

  await test.step('by autofill, without a click', async () => {
    await setAutofill(page, true);
    await visit(page, '/');
    await logOut(page);
    await isGuest(page);
    await visit(page, '/login');
    await isLoggedIn(page);
  });

  await test.step('on a device with unsent work of another member it asks first, and keeps that work', async () => {
    await setAutofill(page, false);
    await logOut(page);
    await isGuest(page);
    await openSignedIn(page, backend, other);
    const [{ id, username }] = (await backend.query('select id, username from public.profiles where email = $1', [
      other.email,
    ])) as [{ id: string; username: string }];
    await backend.query('delete from auth.sessions where user_id = $1', [id]);
    await ageSession(page, backend);
    await page.goto('/');
    const title = `Of another member ${Date.now()}`;
    await writePost(page, title);
    await expect(page.getByText(/What you wrote is saved here/)).toBeVisible();

    await visit(page, '/login');
    await page.getByRole('button', { name: BUTTON }).click();
    const question = `You are logged in as @${username}. You are about to log in as ${member.email}.`;
    await expect(page.getByText(question)).toBeVisible();
    await page.getByRole('button', { name: `Log in as ${member.email}` }).click();
    const unsent = page.getByRole('alertdialog');
    await expect(unsent.getByText('Not sent yet: 1 post.')).toBeVisible();
    await unsent.getByRole('button', { name: 'Send later as me' }).click();
    await isLoggedIn(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(entry(page, title)).toHaveCount(0);
    expect(await backend.query('select 1 from public.posts where title = $1', [title])).toEqual([]);
  });

  await test.step('a deleted passkey opens nothing', async () => {
    await setAutofill(page, false);
    await visit(page, '/settings/sessions');
    await entries.getByRole('button', { name: 'Delete: Blue phone' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete Blue phone?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
    await visit(page, '/');
    await logOut(page);
    await isGuest(page);
    await visit(page, '/login');
    await page.getByRole('button', { name: BUTTON }).click();
    await expect(alerts(page).getByText('Rangeday does not accept this passkey.')).toBeVisible();
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await page.getByRole('button', { name: BUTTON }).click();
    await expect(alerts(page).getByText('No passkey was used')).toBeVisible();
    await isGuest(page);
  });
});
