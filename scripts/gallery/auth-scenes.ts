import type { Page } from '@playwright/test';

import { confirmationLink, mailLinkButton, pickGoogleAccount, register } from '../../tests/support/member.ts';
import { showsText, type Scene } from './scene.ts';
import type { World } from './worlds.ts';

/** The link in a mail that lets another account choose a new password. */
async function linkOfAnother({ backend }: World): Promise<string> {
  if (!backend) throw new Error('There is no mail without a backend.');
  const { email } = await register(backend);
  const answer = await fetch(`${backend.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: backend.addresses.SUPABASE_ANON_KEY },
    body: JSON.stringify({ email }),
  });
  if (!answer.ok) throw new Error(`No mail was sent: ${answer.status}`);
  const { pathname, search } = new URL(await confirmationLink(backend, email));
  return pathname + search;
}

async function sendForm(page: Page, email: string, password: string, button: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function continueWithGoogle(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await pickGoogleAccount(page, 'newcomer@gmail.example');
}

/** Log-in, sign-up and passwords. */
export const AUTH_SCENES: readonly Scene[] = [
  { name: 'login', like: 'login-wrong', path: '/login' },
  { name: 'login-large-text', like: 'login-wrong', path: '/login', textSize: 2 },
  {
    name: 'login-wrong',
    leavesNothing: true,
    path: '/login',
    async act({ page }) {
      await sendForm(page, 'member@rangeday.example', 'Not-the-one-1', 'Log In');
    },
    shows: showsText(/Invalid login|Incorrect password/),
  },
  {
    name: 'login-code-wrong',
    like: 'login-wrong',
    leavesNothing: true,
    path: '/login',
    async act({ page }) {
      await page.getByLabel('Email').fill('nobody.with.a.rather.long.address@members.rangeday.example');
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await page.getByLabel('Code').fill('123456');
      await page.getByRole('button', { name: 'Log In', exact: true }).click();
    },
    shows: showsText('This code is wrong.'),
  },
  {
    name: 'login-google-cancelled',
    like: 'login-wrong',
    path: '/auth/callback?error=access_denied',
    shows: showsText('You cancelled the log-in with Google.'),
  },
  {
    name: 'login-google-expired',
    like: 'login-wrong',
    path: '/auth/callback?error_code=bad_oauth_state',
    shows: showsText('This log-in has expired, or it was started in another browser.'),
  },
  {
    name: 'login-google-returning',
    like: 'login-wrong',
    path: '/login',
    async act({ page }) {
      await page.route('**/auth/v1/token?grant_type=pkce', () => {});
      await continueWithGoogle(page);
    },
    shows: showsText('Logging in with Google...'),
  },
  {
    name: 'login-google-unanswered',
    like: 'login-wrong',
    path: '/login',
    async act({ page }) {
      await page.route('**/auth/v1/token?grant_type=pkce', (route) => route.abort());
      await continueWithGoogle(page);
    },
    shows: showsText('Try again'),
  },
  {
    name: 'login-consents',
    leavesNothing: true,
    path: '/login',
    async act({ page }) {
      await continueWithGoogle(page);
      await page.getByRole('button', { name: 'Continue' }).click();
    },
    shows: showsText('You must confirm you are 18 or older.'),
  },
  { name: 'signup', like: 'signup-invalid', path: '/signup' },
  {
    name: 'signup-invalid',
    leavesNothing: true,
    path: '/signup',
    async act({ page }) {
      await sendForm(page, 'nobody', 'short', 'Sign Up');
    },
    shows: showsText('Password must be at least 8 characters'),
  },
  { name: 'verify-email', path: '/verify-email' },
  {
    name: 'confirm-bad-link',
    path: '/auth/confirm?token_hash=spent&type=signup',
    shows: showsText('This link does not work'),
    act: ({ page }) => mailLinkButton(page).click(),
  },
  {
    name: 'confirm-link',
    path: '/auth/confirm?token_hash=unspent&type=recovery',
    shows: showsText('Press the button to choose a new password.'),
  },
  {
    name: 'confirm-switch',
    like: 'confirm-bad-link',
    route: '/auth/confirm',
    path: linkOfAnother,
    as: 'member',
    act: ({ page }) => mailLinkButton(page).click(),
    shows: showsText('Switch accounts?'),
  },
  { name: 'reset-password-guest', like: 'reset-password', path: '/reset-password' },
  { name: 'reset-password', path: '/reset-password', as: 'member' },
];
