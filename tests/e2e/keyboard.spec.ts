import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './support/keyboard.ts';
import { entry, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';

async function writeByKeyboard(page: Page, title: string): Promise<void> {
  await pressByKeyboard(page, page.getByRole('link', { name: 'New post' }));
  const field = page.getByRole('textbox', { name: 'Title' });
  await expect(field).toBeVisible();
  // The composer may have focused it already.
  if (!(await field.evaluate((node) => node === document.activeElement))) await tabTo(page, field);
  await page.keyboard.type(title);
  await typeByKeyboard(page, page.getByRole('textbox', { name: 'Text' }), 'No pointer was used.');
  await pressByKeyboard(page, page.getByRole('button', { name: 'Post', exact: true }));
  await expect(entry(page, title)).toBeVisible();
}

for (const [size, viewport] of Object.entries({
  phone: { width: 360, height: 780 },
  desk: { width: 1280, height: 800 },
})) {
  test.describe(size, () => {
    test.use({ viewport });

    test(
      'a member uses the app by keyboard alone',
      { tag: size === 'phone' ? [] : '@variant' },
      async ({ page, context, backend }) => {
        test.setTimeout(240_000);
        const member = await register(backend);
        const main = page.getByRole('main');

        await test.step('sign in', async () => {
          await page.goto('/login');
          await typeByKeyboard(page, page.getByLabel('Email'), member.email);
          await typeByKeyboard(page, page.getByLabel('Password', { exact: true }), member.password);
          await page.keyboard.press('Enter');
          await expect(page.getByRole('article').first()).toBeVisible();
        });

        const title = `By keyboard ${Date.now()}`;
        await test.step('write a post', () => writeByKeyboard(page, title));

        await test.step('open it', async () => {
          await pressByKeyboard(page, page.getByRole('link', { name: title, exact: true }));
          await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        });

        await test.step('comment on it', async () => {
          const said = `Said without a mouse ${Date.now()}`;
          await typeByKeyboard(page, page.getByRole('textbox', { name: 'Comment on this post' }), said);
          await pressByKeyboard(page, page.getByRole('button', { name: 'Send comment' }));
          await expect(page.getByRole('paragraph').filter({ hasText: said })).toBeVisible();
          // Sent, so that it is not in the outbox of the next step.
          await expect
            .poll(() => backend.query(`select 1 from public.comments where text = $1`, [said]))
            .toHaveLength(1);
          await expect(page.getByRole('link', { name: /waiting/ })).toHaveCount(0);
        });

        await test.step('try again and discard what waits in the outbox', async () => {
          await page.goBack();
          await expect(entry(page, title)).toBeVisible();
          await context.setOffline(true);
          await page.evaluate(() => dispatchEvent(new Event('offline')));
          await writeByKeyboard(page, 'Never sent');
          await pressByKeyboard(page, page.getByRole('link', { name: /waiting|Outbox/ }));
          await pressByKeyboard(page, page.getByRole('button', { name: /Try now|Send all now/ }));
          await pressByKeyboard(page, page.getByRole('button', { name: 'Discard: Never sent' }));
          const confirm = page
            .getByRole('dialog')
            .or(page.getByRole('alertdialog'))
            .getByRole('button', { name: 'Discard' });
          const empty = page.getByText('Nothing waiting.');
          await expect(confirm.or(empty).first()).toBeVisible();
          if (await confirm.isVisible()) await pressByKeyboard(page, confirm);
          await expect(empty).toBeVisible();
          await context.setOffline(false);
          await page.evaluate(() => dispatchEvent(new Event('online')));
        });

        const openMenu = async () => {
          // A toast covers the top of a phone for four seconds.
          await expect(page.getByRole('region', { name: 'Notices' })).toBeHidden();
          if (size === 'phone') await pressByKeyboard(page, page.getByRole('button', { name: 'Your account' }));
        };
        await test.step('change a setting', async () => {
          await openMenu();
          await pressByKeyboard(page, page.getByRole('link', { name: 'Settings' }));
          const saver = page.getByRole('switch', { name: /Data saver/ });
          await pressByKeyboard(page, saver, 'Space');
          await expect(saver).toBeChecked();
        });

        await test.step('edit the profile', async () => {
          await openMenu();
          await pressByKeyboard(page, page.getByRole('link', { name: 'Profile', exact: true }));
          await pressByKeyboard(page, page.getByRole('link', { name: 'Edit Profile' }));
          await typeByKeyboard(page, page.getByLabel('City', { exact: true }), 'Xenia');
          await pressByKeyboard(page, page.getByLabel('City: Private?', { exact: true }), 'Space');
          await pressByKeyboard(page, page.getByRole('button', { name: 'Save', exact: true }));
          await expect(page).toHaveURL(/\/profile$/);
          await expect(main.getByRole('listitem').filter({ hasText: 'Xenia' })).toContainText('Only you can see this');
        });

        await test.step('find a member, ask to be friends, and cancel the request', async () => {
          await openMenu();
          await pressByKeyboard(page, page.getByRole('link', { name: 'Members', exact: true }));
          await typeByKeyboard(page, page.getByRole('searchbox', { name: 'Filter by name' }), 'pia_marsh');
          await pressByKeyboard(page, main.getByRole('link', { name: '@pia_marsh' }));
          await expect(page.getByRole('heading', { level: 1, name: '@pia_marsh' })).toBeVisible();

          await pressByKeyboard(page, main.getByRole('button', { name: 'Add friend' }));
          await pressByKeyboard(page, main.getByRole('button', { name: 'Cancel request to @pia_marsh' }));
          await expect(main.getByRole('button', { name: 'Add friend' })).toBeVisible();

          const more = main.getByRole('button', { name: 'More actions for @pia_marsh' });
          await pressByKeyboard(page, more);
          await expect(page.getByRole('menuitem', { name: /^Mute/ })).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(more).toBeFocused();
          await pressByKeyboard(page, main.getByRole('button', { name: 'Share profile' }));
          await expect(page.getByRole('dialog')).toBeVisible();
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toBeHidden();
          await expect(main.getByRole('button', { name: 'Share profile' })).toBeFocused();
        });

        await test.step('block, see the list, unblock', async () => {
          await pressByKeyboard(page, main.getByRole('button', { name: 'More actions for @pia_marsh' }));
          const block = page.getByRole('menuitem', { name: 'Block @pia_marsh' });
          await expect(page.getByRole('menuitem').first()).toBeFocused();
          await page.keyboard.press('End');
          await expect(block).toBeFocused();
          await page.keyboard.press('Enter');
          await pressByKeyboard(page, page.getByRole('alertdialog').getByRole('button', { name: 'Block' }));
          await expect(page.getByRole('heading', { name: 'You blocked @pia_marsh.' })).toBeVisible();
          await pressByKeyboard(page, main.getByRole('link', { name: 'Blocked members' }));
          await pressByKeyboard(page, main.getByRole('button', { name: 'Unblock @pia_marsh' }));
          await expect(page.getByText('You have not blocked anybody.')).toBeVisible();
        });

        await test.step('log out', async () => {
          await openMenu();
          await pressByKeyboard(page, page.getByRole('button', { name: 'Log Out' }));
          await expect(page.getByText('You are logged out, c-ya next time').first()).toBeVisible();
        });
      },
    );
  });
}

test(
  'a member searches, saves a post and opens a tag by keyboard alone',
  { tag: '@variant' },
  async ({ newDevice, backend }) => {
    test.slow();
    const page = await (await newDevice()).page();
    await page.setViewportSize({ width: 1280, height: 800 });
    await openSignedIn(page, backend, await register(backend));
    const main = page.getByRole('main');

    await page.keyboard.press('/');
    const field = page.getByRole('searchbox');
    await expect(field).toBeFocused();
    await page.keyboard.type('steel');
    const kinds = page.getByRole('navigation', { name: 'Kinds of results' });
    await pressByKeyboard(page, kinds.getByRole('link', { name: /^Posts/ }));
    await expect(kinds.locator('[aria-current]')).toHaveText(/^Posts/);
    await pressByKeyboard(page, main.locator('a[data-result]'));
    await expect(page).toHaveURL(/\/posts\//);

    const title = await main.getByRole('heading', { level: 1 }).innerText();
    await pressByKeyboard(page, main.getByRole('button', { name: 'More actions for this post' }));
    const save = page.getByRole('menuitem', { name: 'Save post' });
    while (!(await save.evaluate((node) => node === document.activeElement))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await pressByKeyboard(page, page.getByRole('link', { name: 'Saved posts' }));
    await expect(entry(page, title)).toBeVisible();
    const remove = entry(page, title).getByRole('button', { name: 'Remove from saved posts' });
    await tabTo(page, remove);

    // A toast covers the boards for four seconds.
    await expect(page.getByRole('region', { name: 'Notices' })).toBeHidden();
    const tag = page.getByRole('complementary').getByRole('link', { name: '#steelchallenge' });
    await pressByKeyboard(page, tag);
    await expect(page.getByRole('heading', { level: 1, name: 'Posts with the #steelchallenge tag' })).toBeVisible();
    await page.goBack();
    await pressByKeyboard(page, remove);
    await expect(page.getByText('No saved posts yet.')).toBeVisible();

    // The button of the field clears the term and leaves the focus in it.
    await page.keyboard.press('/');
    await page.keyboard.type('steel');
    await pressByKeyboard(page, main.getByRole('button', { name: 'Back to Search' }));
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    await expect(page.getByRole('heading', { level: 1, name: 'Search' })).toBeVisible();
  },
);
