import type { Locator, Page } from '@playwright/test';

import { signIn } from '../support/api.ts';
import { codeIn, confirmationLink, mailLinkButton, newMember, pickGoogleAccount, register } from '../support/member.ts';
import { takePhoto } from '../support/photos.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './support/keyboard.ts';

/* No pointer is used; the lists of files and the pages of Google are not ours. */

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const isLoggedIn = (page: Page) => expect(button(page, 'Log Out').first()).toBeAttached();

/** Opens a menu and presses one of its items. */
async function chooseByKeyboard(page: Page, menu: Locator, name: string): Promise<void> {
  await pressByKeyboard(page, menu);
  const item = page.getByRole('menuitem', { name, exact: true });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  while (!(await item.evaluate((node) => node === document.activeElement))) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

async function agree(page: Page): Promise<void> {
  await pressByKeyboard(page, page.getByLabel('I agree to the Terms & Conditions'), 'Space');
  await pressByKeyboard(page, page.getByLabel('I am 18 or older'), 'Space');
}

test(
  'a guest signs up, confirms by code, and logs in by Google and by code, by keyboard alone',
  { tag: '@variant' },
  async ({ newDevice, backend }) => {
    test.slow();
    // The server makes no profile before the consents.
    const page = await (await newDevice({ expected: /status of 428/ })).page();
    const { email, password } = newMember();
    const logOutByKeyboard = async () => {
      await page.goto('/settings');
      await pressByKeyboard(page, button(page, 'Log Out'));
      await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
    };

    await page.goto('/signup');
    await typeByKeyboard(page, page.getByLabel('Email'), email);
    await typeByKeyboard(page, page.getByLabel('Password'), password);
    await agree(page);
    await pressByKeyboard(page, button(page, 'Sign Up'));
    await expect(page).toHaveURL(/\/verify-email/);
    await typeByKeyboard(page, page.getByLabel('Code'), await codeIn(backend, email, 'Confirm your e-mail address'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/editprofile/);
    await pressByKeyboard(page, page.getByRole('link', { name: 'Not now' }));
    await isLoggedIn(page);
    await logOutByKeyboard();

    await page.goto('/login');
    await typeByKeyboard(page, page.getByLabel('Email'), email);
    await pressByKeyboard(page, button(page, 'Email me a code'));
    await typeByKeyboard(page, page.getByLabel('Code'), await codeIn(backend, email, 'Your log-in link'));
    await page.keyboard.press('Enter');
    await isLoggedIn(page);
    await logOutByKeyboard();

    await page.goto('/login');
    await pressByKeyboard(page, button(page, 'Continue with Google'));
    const other = newMember().email;
    await pickGoogleAccount(page, other);
    await expect(page.getByText(`You are about to create an account for ${other}.`)).toBeVisible();
    await agree(page);
    await pressByKeyboard(page, button(page, 'Continue'));
    await isLoggedIn(page);

    await logOutByKeyboard();
    await page.goto('/login');
    const before = await confirmationLink(backend, email);
    await typeByKeyboard(page, page.getByLabel('Email'), email);
    await pressByKeyboard(page, button(page, 'Forgot your password'));
    await expect.poll(() => confirmationLink(backend, email)).not.toBe(before);
    await page.goto(await confirmationLink(backend, email));
    await expect(mailLinkButton(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await typeByKeyboard(page, page.getByLabel('New password'), `New-${password}`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Password updated.').first()).toBeAttached();
  },
);

test(
  'a member changes the picture, reports, mutes and unfriends, and manages the account, by keyboard alone',
  { tag: '@variant' },
  async ({ newDevice, backend }) => {
    test.setTimeout(240_000);
    const page = await (await newDevice()).page();
    const member = await register(backend);
    await openSignedIn(page, backend, member);
    const dialog = page.getByRole('dialog');
    const question = page.getByRole('alertdialog');
    const noNotice = () => expect(page.getByRole('region', { name: 'Notices' })).toBeHidden();
    await backend.query(
      `select private.befriend(a.id, b.id) from profiles a, profiles b where a.email = $1 and b.username in ('lanternlight', 'pia_marsh', 'jojo.clays', 'dana-k')`,
      [member.email],
    );

    await test.step('all friends', async () => {
      await page.goto('/profile');
      const friends = page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: /^@/ }) });
      await pressByKeyboard(page, button(page, 'All 5'));
      await expect(friends).toHaveCount(5);
      await expect(friends.last().getByRole('link')).toBeFocused();
    });

    await test.step('crop a picture', async () => {
      await page.goto('/profile?edit=true');
      await tabTo(page, button(page, 'Change picture'));
      // In place of the list of files that the button opens.
      await page
        .getByLabel('Change picture')
        .and(page.locator('input'))
        .setInputFiles(await takePhoto(page, 400));
      const stage = dialog.getByRole('button', { name: /^Picture\. Drag it/ });
      if (!(await stage.evaluate((node) => node === document.activeElement))) await tabTo(page, stage);
      await page.keyboard.press('+');
      await page.keyboard.press('ArrowLeft');
      await expect(dialog.getByRole('slider', { name: 'Zoom' })).toHaveValue('1.15');
      await pressByKeyboard(page, dialog.getByRole('button', { name: 'Turn right' }));
      await pressByKeyboard(page, dialog.getByRole('button', { name: 'Use picture' }));
      await expect(dialog).toBeHidden();
      await noNotice();
    });

    const more = button(page, 'More actions for @lanternlight');
    await test.step('report, mute, unmute, unfriend', async () => {
      await page.goto('/user/lanternlight');
      await chooseByKeyboard(page, more, 'Report @lanternlight');
      await pressByKeyboard(page, dialog.getByLabel('Spam or advertising'), 'Space');
      await typeByKeyboard(page, dialog.getByLabel('Details (optional)'), 'By keyboard');
      await pressByKeyboard(page, dialog.getByRole('button', { name: 'Send report' }));
      await expect(dialog.getByRole('heading', { name: 'Thank you for the report' })).toBeVisible();
      await pressByKeyboard(page, dialog.getByRole('button', { name: 'Close' }).last());
      await expect(dialog).toBeHidden();
      await chooseByKeyboard(page, more, 'Mute @lanternlight');
      await noNotice();
      await chooseByKeyboard(page, more, 'Unmute @lanternlight');
      await noNotice();
      await chooseByKeyboard(page, more, 'Unfriend');
      await pressByKeyboard(page, question.getByRole('button', { name: 'Unfriend' }));
      await expect(button(page, 'Add friend')).toBeVisible();
      await noNotice();
    });

    await test.step('notification choices', async () => {
      await page.goto('/settings/notifications');
      const comments = page.getByRole('switch', { name: 'Comments' });
      await pressByKeyboard(page, comments, 'Space');
      await expect(comments).not.toBeChecked();
    });

    await test.step('clear pictures', async () => {
      await page.evaluate(async () =>
        (await caches.open('rangeday-seen-v1')).put('/seen.png', new Response(new Uint8Array(3_000_000))),
      );
      await page.goto('/settings/storage');
      await pressByKeyboard(page, button(page, 'Clear pictures'));
      await pressByKeyboard(page, question.getByRole('button', { name: 'Clear', exact: true }));
      await expect(page.getByText('Nothing to clear now.')).toBeVisible();
      await noNotice();
    });

    await test.step('log out other devices', async () => {
      for (const device of ['one', 'another']) expect(await signIn(backend, member), device).toBeTruthy();
      await page.goto('/settings/sessions');
      const devices = page.getByRole('main').getByRole('listitem');
      await expect(devices).toHaveCount(3);
      await pressByKeyboard(page, devices.getByRole('button', { name: /^Log out/ }).first());
      await expect(devices).toHaveCount(2);
      await noNotice();
      await pressByKeyboard(page, button(page, 'Log out everywhere else'));
      await pressByKeyboard(page, question.getByRole('button', { name: 'Log out', exact: true }));
      await expect(devices).toHaveCount(1);
      await noNotice();
    });

    await test.step('export', async () => {
      await page.goto('/settings');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        pressByKeyboard(page, button(page, 'Save my data')),
      ]);
      expect(download.suggestedFilename()).toBe('rangeday-data.zip');
      await noNotice();
    });

    await test.step('delete the account, and cancel that', async () => {
      const remove = button(page, 'Delete my account');
      await pressByKeyboard(page, remove);
      await expect(question).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      await expect(remove).toBeFocused();
      await page.keyboard.press('Enter');
      await pressByKeyboard(page, question.getByRole('button', { name: 'Delete', exact: true }));
      await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
      await noNotice();
      await page.goto('/login');
      await typeByKeyboard(page, page.getByLabel('Email'), member.email);
      await typeByKeyboard(page, page.getByLabel('Password', { exact: true }), member.password);
      await page.keyboard.press('Enter');
      await pressByKeyboard(page, button(page, 'Cancel deletion').first());
      await expect(page.getByText('Account deletion cancelled.').first()).toBeAttached();
    });
  },
);
