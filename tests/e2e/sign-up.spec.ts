import { expect, test } from './support/fixtures.ts';
import { confirmationLink, newMember } from '../support/member.ts';

test('a guest signs up, confirms by e-mail, logs in and logs out', async ({ newDevice, backend }) => {
  const page = await (await newDevice()).page();
  const { email, password } = newMember();

  await page.goto('/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('I agree to the Terms & Conditions').check();
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page).toHaveURL(/\/verify-email/);

  await test.step('the log-in is refused before the e-mail is confirmed', async () => {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL(/\/verify-email/);
  });

  await page.goto(await confirmationLink(backend, email));
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await expect(page.getByRole('banner').getByText(/Signed in as @user_[0-9a-f]{8}/)).toBeVisible();

  await page.getByRole('button', { name: 'Log Out' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText('You are logged out, c-ya next time')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();

  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();

  const profiles = await backend.query<{ role: string }>('select role from public.profiles where email = $1', [email]);
  expect(profiles).toEqual([{ role: 'user' }]);
});

test('a guest who opens the composer is redirected to the log-in', async ({ newDevice }) => {
  const page = await (await newDevice()).page();
  await page.goto('/create-post');
  await expect(page).toHaveURL(/\/login/);
});
