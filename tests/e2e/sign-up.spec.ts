import { expect, test } from './support/fixtures.ts';
import { confirmationLink, fillLogIn, mailLinkButton, newMember, openMailLink } from '../support/member.ts';
import { visit } from '../support/visit.ts';

test('a guest is led from the composer to the log-in, signs up, confirms by e-mail, logs in and logs out', async ({
  newDevice,
  backend,
}) => {
  const page = await (await newDevice()).page();
  const { email, password } = newMember();

  await page.goto('/create-post');
  await expect(page).toHaveURL(/\/login/);
  await visit(page, '/signup');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('I agree to the Terms & Conditions').check();
  await page.getByLabel('I am 18 or older').check();
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await expect(page).toHaveURL(/\/verify-email/);

  await test.step('an empty form names what is missing', async () => {
    await visit(page, '/login');
    const logIn = page.getByRole('button', { name: 'Log In', exact: true });
    await logIn.click();
    await expect(page.getByText('Please enter your email.')).toBeVisible();
    await expect(page.getByText('Please enter your password.')).toBeVisible();
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.getByLabel('Email').fill(email);
    await logIn.click();
    await expect(page.getByText('Please enter your password.')).toBeVisible();
    await expect(page.getByText('Email not found')).toBeHidden();
    await expect(page.getByLabel('Password')).toBeFocused();
  });

  await test.step('the log-in is refused before the e-mail is confirmed', async () => {
    await visit(page, '/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await expect(page).toHaveURL(/\/verify-email/);
  });

  // Every name that the shell shows, from the first frame on.
  await page.addInitScript(() => {
    const names = new Set<string>();
    Object.assign(globalThis, { names });
    new MutationObserver(() => {
      for (const [name] of document.body?.textContent.matchAll(/Signed in as @[\w.-]+/g) ?? []) names.add(name);
    }).observe(document, { childList: true, characterData: true, subtree: true });
  });
  await openMailLink(page, await confirmationLink(backend, email));
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  const expectOwnName = async () => {
    await expect(page.getByRole('banner').getByText(/Signed in as @user_[0-9a-f]{8}/)).toBeVisible();
    const names = await page.evaluate(() => [...(globalThis as unknown as { names: Set<string> }).names]);
    expect(names.filter((name) => !/@user_[0-9a-f]{8}/.test(name))).toEqual([]);
  };
  await expectOwnName();

  await page.getByRole('button', { name: 'Log Out' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(notices.getByText('You are logged out, c-ya next time')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();

  await visit(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await expectOwnName();

  await test.step('a forgotten password is replaced by the link in a mail', async () => {
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
    await visit(page, '/login');
    await page.getByLabel('Email').fill(email);
    const confirmation = await confirmationLink(backend, email);
    await page.getByRole('button', { name: 'Forgot your password' }).click();
    await expect(notices.getByText('Password reset email sent.')).toBeVisible();
    await expect.poll(() => confirmationLink(backend, email)).not.toBe(confirmation);
    const link = await confirmationLink(backend, email);
    // As a program that checks mails does: it opens the link, with scripts, and presses nothing.
    await page.goto(link);
    await expect(mailLinkButton(page)).toBeFocused();
    await openMailLink(page, link);
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText(/^Password must be at least 8 characters, include a number/)).toBeVisible();
    await page.getByLabel('New password').fill(`New-${password}`);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(notices.getByText('Password updated.')).toBeVisible();
    await page.getByRole('button', { name: 'Log Out' }).click();
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
    await visit(page, '/login');
    await fillLogIn(page, { email, password: `New-${password}` });
  });

  const profiles = await backend.query<{ role: string }>('select role from public.profiles where email = $1', [email]);
  expect(profiles).toEqual([{ role: 'user' }]);
});
