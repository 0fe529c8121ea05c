import type { Page } from '@playwright/test';

import { expect, pickGoogleAccount } from '../../tests/support/member.ts';
import { showsText, type Scene } from './scene.ts';

const picker = (page: Page): Promise<void> => expect(page.getByRole('gridcell').first()).toBeVisible();

/** Log-in, settings, pages with text, and the primitives. */
export const PAGE_SCENES: readonly Scene[] = [
  { name: 'login', like: 'login-wrong', path: '/login' },
  { name: 'login-large-text', like: 'login-wrong', path: '/login', textSize: 2 },
  {
    name: 'login-wrong',
    leavesNothing: true,
    path: '/login',
    async act({ page }) {
      await page.getByLabel('Email').fill('member@rangeday.example');
      await page.getByLabel('Password').fill('Not-the-one-1');
      await page.getByRole('button', { name: 'Log In', exact: true }).click();
    },
    shows: showsText(/Invalid login|Incorrect password/),
  },
  {
    name: 'login-code-wrong',
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
    path: '/auth/callback?error=access_denied',
    shows: showsText('You cancelled the log-in with Google.'),
  },
  {
    name: 'login-consents',
    leavesNothing: true,
    path: '/login',
    async act({ page }) {
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await pickGoogleAccount(page, 'newcomer@gmail.example');
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
      await page.getByLabel('Email').fill('nobody');
      await page.getByLabel('Password').fill('short');
      await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    },
    shows: showsText('Password must be at least 8 characters'),
  },
  { name: 'verify-email', path: '/verify-email' },
  {
    name: 'confirm-bad-link',
    path: '/auth/confirm?token_hash=spent&type=signup',
    shows: showsText('This link does not work'),
  },
  { name: 'reset-password-guest', path: '/reset-password' },
  { name: 'reset-password', path: '/reset-password', as: 'member' },
  { name: 'settings', like: 'settings-member', path: '/settings', isWhole: true },
  { name: 'settings-member', path: '/settings', as: 'member', isWhole: true },
  {
    name: 'settings-glare',
    path: '/settings',
    act: async ({ page }) => page.getByRole('radio', { name: 'Sun glare' }).check(),
  },
  { name: 'about', path: '/about', isWhole: true },
  { name: 'privacy', path: '/privacy', isWhole: true },
  { name: 'install', path: '/install', isWhole: true },
  { name: 'contact', like: 'contact-incomplete', path: '/contact', isWhole: true },
  {
    name: 'contact-incomplete',
    leavesNothing: true,
    path: '/contact',
    act: async ({ page }) => page.getByRole('main').locator('button[type=submit]').click(),
    shows: showsText('All fields are required.'),
  },
  { name: 'csae', path: '/csae', isWhole: true },
  { name: 'merch', like: 'merch-canceled', path: '/merch' },
  { name: 'merch-success', like: 'merch-canceled', path: '/merch?success=true' },
  { name: 'merch-canceled', path: '/merch?canceled=true' },
  { name: 'components', path: '/', world: 'components', shows: showsText('Components'), isWhole: true },
  {
    name: 'components-glare',
    path: '/?theme=glare',
    world: 'components',
    shows: showsText('Components'),
    isWhole: true,
  },
  {
    name: 'components-rtl',
    like: 'components',
    path: '/?dir=rtl',
    world: 'components',
    shows: showsText('Components'),
    isWhole: true,
  },
  ...['dialog', 'sheet', 'confirm', 'menu', 'toast'].map((part) => ({
    name: `components-${part}`,
    path: `/?open=${part}`,
    world: 'components' as const,
    shows: showsText('Components'),
  })),
  { name: 'components-emoji', path: '/?open=emoji', world: 'components', shows: picker },
  {
    name: 'components-emoji-tones',
    path: '/?open=emoji',
    world: 'components',
    act: async ({ page }) => page.getByRole('button', { name: 'Skin tone: neutral' }).click(),
    shows: async (page) => expect(page.getByRole('button', { name: 'Skin tone: dark' })).toBeInViewport(),
  },
  {
    name: 'components-reactions',
    path: '/?open=reactions',
    world: 'components',
    shows: async (page) => expect(page.getByRole('list', { name: 'Quick reactions' })).toBeVisible(),
  },
  { name: 'not-found', path: '/no/such/page', shows: showsText('Page not found.') },
  {
    name: 'not-found-member',
    like: 'not-found',
    path: '/no/such/page',
    as: 'member',
    shows: showsText('Page not found.'),
  },
];
