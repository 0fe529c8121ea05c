import type { CDPSession, Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { entry, logOut, register, writePost, type Member } from '../support/member.ts';
import { signIn } from '../support/api.ts';
import { Authenticator } from '../support/authenticator.ts';
import type { Backend } from '../support/backend.ts';
import { ageSession } from './support/stored-session.ts';
import { openSignedIn } from '../support/signed-in.ts';
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

/** A passkey of this member, made without a browser. */
async function makePasskey(backend: Backend, member: Member): Promise<Authenticator> {
  const { access_token: token } = await signIn(backend, member);
  const { SUPABASE_ANON_KEY: apikey } = backend.addresses;
  const post = async (step: string, body: object) => {
    const answer = await fetch(`${backend.url}/auth/v1/passkeys/registration/${step}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey, authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const authenticator = new Authenticator(backend.url);
  const { challenge_id, options } = await post('options', {});
  await post('verify', { challenge_id, credential: authenticator.create(options) });
  return authenticator;
}

test('a member adds a passkey, names it, logs in with it and by autofill, and deletes it', async ({
  newDevice,
  backend,
}) => {
  test.slow();
  const page = await (await newDevice()).page();
  await openPage(page);
  const member = await register(backend);
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

  await test.step('the button on the log-in page', async () => {
    await setAutofill(page, false);
    await visit(page, '/');
    await logOut(page);
    await isGuest(page);
    await visit(page, '/login?next=%2Fsettings%2Fsessions');
    await page.getByRole('button', { name: BUTTON }).click();
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

test("another member's passkey asks first and keeps what is unsent; expired or offline it opens nothing", async ({
  newDevice,
  backend,
}) => {
  test.slow();
  const page = await (await newDevice({ expected: /^Failed to load resource: / })).page();
  await openPage(page);
  const [ann, bob] = [await register(backend), await register(backend)];
  await openSignedIn(page, backend, ann);
  const { cdp, authenticatorId } = await addAuthenticator(page);
  const { credentialId, privateKey, userHandle } = (await makePasskey(backend, bob)).exported();
  const credential = { isResidentCredential: true, rpId: 'localhost', signCount: 0 };
  await cdp.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { ...credential, credentialId, privateKey, userHandle },
  });
  await setAutofill(page, false);
  await visit(page, '/');
  await logOut(page);
  await isGuest(page);

  await test.step('a challenge that has expired on the way', async () => {
    await visit(page, '/login');
    await page.route('**/passkeys/authentication/verify', async (route) => {
      await backend.query("update auth.webauthn_challenges set expires_at = now() - interval '1 second'");
      await route.continue();
    });
    await page.getByRole('button', { name: BUTTON }).click();
    await expect(alerts(page).getByText('That took too long. Try again.')).toBeVisible();
    await page.unroute('**/passkeys/authentication/verify');
  });

  await test.step('offline the button is off, and says why', async () => {
    await page.context().setOffline(true);
    await expect(page.getByRole('button', { name: BUTTON })).toBeDisabled();
    await expect(page.getByText('A passkey works only online.')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByRole('button', { name: BUTTON })).toBeEnabled();
  });

  await test.step('while another account is here', async () => {
    await openSignedIn(page, backend, ann);
    const [row] = (await backend.query('select id, username from public.profiles where email = $1', [ann.email])) as [
      { id: string; username: string },
    ];
    await backend.query('delete from auth.sessions where user_id = $1', [row.id]);
    await page.context().setOffline(true);
    const title = `Of Ann ${Date.now()}`;
    await writePost(page, title);
    // Its access token would be valid for an hour.
    await ageSession(page, backend);
    await page.context().setOffline(false);
    await page.goto('/');
    await expect(page.getByText(/What you wrote is saved here/)).toBeVisible();
    await visit(page, '/login');
    await page.getByRole('button', { name: BUTTON }).click();
    const question = page.getByText(`You are logged in as @${row.username}. You are about to log in as ${bob.email}.`);
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: `Log in as ${bob.email}` }).click();
    const unsent = page.getByRole('alertdialog');
    await expect(unsent.getByText('Not sent yet: 1 post.')).toBeVisible();
    await unsent.getByRole('button', { name: 'Send later as me' }).click();
    await isLoggedIn(page);
    await expect(entry(page, title)).toHaveCount(0);
  });
});
