import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import {
  codeIn,
  entry,
  expectArrival,
  expectSent,
  fillLogIn,
  logOut,
  newMember,
  pickGoogleAccount,
  register,
  writePost,
} from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { hold, streams } from './support/faults.ts';
import { ageSession } from './support/stored-session.ts';
import { visit } from '../support/visit.ts';

const GOOGLE = 'Continue with Google';
const TERMS = 'You must agree to the Terms & Conditions.';
const ADULT = 'You must confirm you are 18 or older.';
const LOG_IN_MAIL = 'Your log-in link';

const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);
const isLoggedIn = (page: Page) => expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
const isGuest = (page: Page) => expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
const openGoogle = async (page: Page): Promise<void> => {
  await visit(page, '/login');
  await page.getByRole('button', { name: GOOGLE }).click();
};

test('a guest comes by Google: cancels, agrees, posts, and comes again without a question', async ({
  newDevice,
  backend,
}) => {
  // The server makes no profile before the consents.
  const page = await (await newDevice({ expected: /status of 428/ })).page();
  const { email } = newMember();
  const profiles = () => backend.query('select 1 from public.profiles where email = $1', [email]);

  await page.goto('/signup');
  await page.getByRole('button', { name: GOOGLE }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You cancelled the log-in with Google.')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await pickGoogleAccount(page, email);

  await test.step('both consents come first; without them nothing is stored here or there', async () => {
    await expect(page.getByText(`You are about to create an account for ${email}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(TERMS)).toBeVisible();
    await expect(page.getByText(ADULT)).toBeVisible();
    await page.getByLabel('I agree to the Terms & Conditions').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText(TERMS)).toBeHidden();
    await expect(page.getByText(ADULT)).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await isGuest(page);
    await page.reload();
    await isGuest(page);
    expect(await profiles()).toEqual([]);
  });

  await visit(page, '/login?next=%2Fsettings');
  await page.getByRole('button', { name: GOOGLE }).click();
  await page.getByRole('button', { name: email }).click();
  await page.getByLabel('I agree to the Terms & Conditions').check();
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/settings$/);
  await visit(page, '/');
  await isLoggedIn(page);
  const title = `By Google ${Date.now()}`;
  await writePost(page, title);
  await expectSent(page, title);
  const consents = await backend.query(
    'select c.is_adult, c.terms_version from public.user_consents c join public.profiles p on p.id = c.user_id where p.email = $1',
    [email],
  );
  expect(consents).toEqual([{ is_adult: true, terms_version: '2026-11-01' }]);

  await logOut(page);
  await isGuest(page);
  await openGoogle(page);
  await page.getByRole('button', { name: email }).click();
  await isLoggedIn(page);
  await expect(entry(page, title)).toBeVisible();

  await test.step('a code that came from another browser opens nothing', async () => {
    await logOut(page);
    await isGuest(page);
    await page.goto(`/auth/callback?code=${crypto.randomUUID()}`);
    const expired = page.getByText('This log-in has expired, or it was started in another browser.');
    await expect(expired).toBeVisible();
    await isGuest(page);
    // Google's page was open for too long.
    await page.goto('/?error=invalid_request&error_code=bad_oauth_state&error_description=x');
    await expect(expired).toBeVisible();
  });
});

test(
  'Google as another member asks first and keeps what is unsent, which a code sends later',
  { tag: '@variant' },
  async ({ newDevice, backend }) => {
    const page = await (await newDevice({ expected: /ERR_FAILED/ })).page();
    const [ann, bob] = [await register(backend), await register(backend)];
    await openSignedIn(page, backend, ann);
    const [{ id, username }] = (await backend.query('select id, username from public.profiles where email = $1', [
      ann.email,
    ])) as [{ id: string; username: string }];
    await backend.query('delete from auth.sessions where user_id = $1', [id]);
    await backend.kill();
    const title = `Of Ann ${Date.now()}`;
    await writePost(page, title);
    await ageSession(page, backend);

    await backend.start();
    await page.goto('/');
    await expect(page.getByText(/What you wrote is saved here/)).toBeVisible();
    await openGoogle(page);
    await pickGoogleAccount(page, bob.email);
    const question = page.getByText(`You are logged in as @${username}. You are about to log in as ${bob.email}.`);
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: `Log in as ${bob.email}` }).click();
    const unsent = page.getByRole('alertdialog');
    await expect(unsent.getByText('Not sent yet: 1 post.')).toBeVisible();
    await unsent.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: `Log in as ${bob.email}` }).click();
    await unsent.getByRole('button', { name: 'Send later as me' }).click();
    await isLoggedIn(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(entry(page, title)).toHaveCount(0);
    await logOut(page);
    await isGuest(page);

    await page.goto('/login');
    await page.getByLabel('Email').fill(ann.email);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByLabel('Code').fill(await codeIn(backend, ann.email, LOG_IN_MAIL));
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await isLoggedIn(page);
    await expectSent(page, title);
    await expect
      .poll(() => backend.query('select user_id from public.posts where title = $1', [title]))
      .toEqual([{ user_id: id }]);
  },
);

test('offline, every way to log in, sign up or reset a password reports that, stays in the app and keeps the form', async ({
  newDevice,
  network,
}) => {
  const page = await (await newDevice({ url: network.url, expected: /^Failed to load resource: / })).page();
  await page.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await network.down();
  await page.getByRole('button', { name: GOOGLE }).click();
  await expect(page.getByText('You are offline. Try again when you are online.')).toBeVisible();
  await page.getByLabel('Email').fill('ann@example.test');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('You are offline. Try again when you are online.')).toHaveCount(2);
  await page.getByRole('button', { name: 'Forgot your password' }).click();
  await expect(page.getByText('Reset failed: You are offline. Try again when you are online.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('Range-day-2026!');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(notice(page, 'Login failed')).toBeVisible();
  await expect(page.getByText('You are offline. Try again when you are online.', { exact: true })).toHaveCount(2);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.test');

  await visit(page, '/signup');
  await page.getByLabel('Email').fill('ann@example.test');
  await page.getByLabel('Password').fill('Range-day-2026!');
  await page.getByLabel('I agree to the Terms & Conditions').check();
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page.getByText('Signup Error: You are offline. Try again when you are online.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('ann@example.test');
  await expect(page.getByLabel('I am 18 or older')).toBeChecked();
});

test('a server that fails is told in its own words, and not as being offline', async ({ page }) => {
  const fails = (path: string, status: number, msg: string) =>
    page.route(`**/auth/v1/${path}*`, (route) =>
      route.fulfill({ status, json: { code: status, error_code: 'unexpected_failure', msg } }),
    );
  await fails('token', 503, 'The database is restarting');
  await fails('recover', 500, 'Error sending recovery email');
  await page.goto('/login');
  await page.getByLabel('Email').fill('ann@example.test');
  await page.getByLabel('Password', { exact: true }).fill('Range-day-2026!');
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByText('The database is restarting')).toBeVisible();
  await expect(notice(page, 'Login failed')).toBeVisible();
  await page.getByRole('button', { name: 'Forgot your password' }).click();
  await expect(page.getByText('Reset failed: Error sending recovery email')).toBeVisible();
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
});

test('a log-in keeps the public feed on screen, also over a reload; the member’s votes join it, and posts of blocked members leave', async ({
  newDevice,
  backend,
  network,
}) => {
  const ann = await register(backend);
  // Of two authors: the newest posts of tests before this one can have the same.
  const [blocked, voted] = [`Blocked ${Date.now()}`, `Voted ${Date.now()}`];
  await backend.query(
    `insert into posts (user_id, title, visibility) select id, case username when 'marge_b' then $1 else $2 end, 'public'
       from profiles where username in ('marge_b', 'sam_weller')`,
    [blocked, voted],
  );
  const page = await (await newDevice({ url: network.url })).page();
  await page.goto('/');
  await expectArrival(page, blocked);
  await expectArrival(page, voted);

  // No row of the member arrives until then.
  const sync = hold('request');
  network.when(streams, sync.fault);
  await page.evaluate(() => {
    const look = () => {
      if (location.pathname === '/' && document.querySelector('main')?.textContent.includes('Loading posts'))
        sessionStorage.setItem('placeholders', 'shown');
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.getByRole('link', { name: 'Log In' }).first().click();
  await fillLogIn(page, ann);
  await sync.reached;
  await expect(entry(page, blocked)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('placeholders'))).toBeNull();
  await page.reload();
  await isLoggedIn(page);
  await expect(entry(page, blocked)).toBeVisible();

  const inserted = await backend.query(
    `with me as (select id from auth.users where email = $1),
       block as (insert into blocks (user_id, blocked_id) select me.id, p.user_id from me, posts p where p.title = $2 returning id)
     insert into post_votes (post_id, user_id, value) select p.id, me.id, 1 from me, posts p where p.title = $3 returning id`,
    [ann.email, blocked, voted],
  );
  expect(inserted).toHaveLength(1);
  sync.release();
  await expect(entry(page, blocked)).toBeHidden();
  await expect(entry(page, voted).getByRole('button', { name: 'Vote up', pressed: true })).toBeVisible();
});
