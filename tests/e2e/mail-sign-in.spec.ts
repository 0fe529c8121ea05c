import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import {
  codeIn,
  confirmationLink,
  logOut,
  mailLinkButton,
  newMember,
  openMailLink,
  register,
} from '../support/member.ts';
import { signIn } from '../support/api.ts';
import { visit } from '../support/visit.ts';

const LOG_IN_MAIL = 'Your log-in link';

const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);
const isLoggedIn = (page: Page) => expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
const isGuest = (page: Page) => expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();

test('a code by mail logs in, and confirms a sign-up', async ({ newDevice, backend }) => {
  const device = await newDevice({ expected: /status of 403/ });
  const page = await device.page();
  const { email } = await register(backend);
  await page.goto('/login');
  const send = page.getByRole('button', { name: 'Email me a code' });
  await send.click();
  await expect(page.getByText('Please enter your email first.')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();

  await test.step('an address without an account gets the same answer', async () => {
    const nobody = newMember().email;
    await page.getByLabel('Email').fill(nobody);
    await send.click();
    await expect(page.getByText(`If ${nobody} has an account, we sent a code to it.`)).toBeVisible();
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page.getByText('This code is wrong. Use the one in the newest email.')).toBeVisible();
    await page.getByRole('button', { name: 'Use a password' }).click();
  });

  await page.getByLabel('Email').fill(email);
  await send.click();
  await expect(page.getByText(`If ${email} has an account, we sent a code to it.`)).toBeVisible();
  const field = page.getByLabel('Code');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(page.getByRole('button', { name: /^Send it again in \d+ s$/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText('Enter the 6 digits from the email.')).toBeVisible();
  await expect(field).toBeFocused();
  const code = await codeIn(backend, email, LOG_IN_MAIL);
  // As mails and keyboards show it.
  await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await isLoggedIn(page);

  await logOut(page);
  await isGuest(page);
  const next = newMember();
  await visit(page, '/signup');
  await page.getByLabel('Email').fill(next.email);
  await page.getByLabel('Password').fill(next.password);
  await page.getByLabel('I agree to the Terms & Conditions').check();
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page).toHaveURL(/\/verify-email/);
  // The code of the mail works also after its link was opened.
  const other = await device.page();
  await other.goto(await confirmationLink(backend, next.email));
  await expect(mailLinkButton(other)).toBeVisible();
  await other.close();
  await page.getByLabel('Code').fill(await codeIn(backend, next.email, 'Confirm your e-mail address'));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('Your email is confirmed.')).toBeVisible();
  await expect(page).toHaveURL(/\/editprofile/);
  await isLoggedIn(page);
});

test('the first of the two links of a change of address says that another one waits', async ({ page, backend }) => {
  const [member, next] = [await register(backend), newMember().email];
  const { access_token: token } = await signIn(backend, member);
  const changed = await fetch(`${backend.url}/auth/v1/user`, {
    method: 'PUT',
    headers: {
      ...{ 'content-type': 'application/json', authorization: `Bearer ${token}` },
      apikey: backend.addresses.SUPABASE_ANON_KEY,
    },
    body: JSON.stringify({ email: next }),
  });
  expect(changed.status).toBe(200);
  await openMailLink(page, await confirmationLink(backend, next));
  await expect(notice(page, 'Confirmed. Now open the link in the email to your other address.')).toBeVisible();
  await isGuest(page);
  await openMailLink(page, await confirmationLink(backend, member.email));
  await expect(notice(page, 'Your email is confirmed.')).toBeVisible();
  await isLoggedIn(page);
});

// Supabase's own server keeps the password and the consents of the first sign-up: docs/security.md.
test('a sign-up that somebody else confirms by a log-in link is asked for the consents', async ({ page, backend }) => {
  const { email, password } = newMember();
  const post = (path: string, body: object) =>
    fetch(`${backend.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: backend.addresses.SUPABASE_ANON_KEY },
      body: JSON.stringify(body),
    });
  await post('signup', { email, password, data: { terms_accepted: true, adult_confirmed: true, terms_version: '1' } });
  await post('otp', { email, create_user: false });
  await codeIn(backend, email, LOG_IN_MAIL);
  await openMailLink(page, await confirmationLink(backend, email));
  await expect(page.getByText(`You are about to create an account for ${email}.`)).toBeVisible();
  await page.getByLabel('I agree to the Terms & Conditions').check();
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await isLoggedIn(page);
});

test('the code of a reset mail leads to a new password where its link cannot be opened', async ({ page, backend }) => {
  const member = await register(backend);
  await page.goto('/login');
  await page.getByRole('main').getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Forgot your password' }).click();
  await page.getByRole('link', { name: 'Type the code from the email' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await expect(page.getByRole('main').getByLabel('Email')).toHaveValue(member.email);
  const code = page.getByLabel('Code', { exact: true });
  await code.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is wrong. Use the one in the newest email.')).toBeVisible();
  await code.fill(await codeIn(backend, member.email, 'Reset your password'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New password').fill('New-walnut-43!');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(notice(page, 'Password updated.')).toBeVisible();
  await isLoggedIn(page);
  await signIn(backend, { ...member, password: 'New-walnut-43!' });
});
