import { expect, test } from './support/fixtures.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from './support/keyboard.ts';
import { entry, register } from './support/member.ts';

for (const [size, viewport] of Object.entries({
  phone: { width: 360, height: 780 },
  desk: { width: 1280, height: 800 },
})) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a member does without a pointer', async ({ page, context, backend }) => {
      test.setTimeout(180_000);
      const member = await register(backend);

      await test.step('sign in', async () => {
        await page.goto('/login');
        await typeByKeyboard(page, page.getByLabel('Email'), member.email);
        await typeByKeyboard(page, page.getByLabel('Password'), member.password);
        await page.keyboard.press('Enter');
        await expect(page.getByRole('article').first()).toBeVisible();
      });

      const title = `By keyboard ${Date.now()}`;
      await test.step('write a post', async () => {
        await pressByKeyboard(page, page.getByRole('link', { name: 'New post' }));
        const field = page.getByRole('textbox', { name: 'Title' });
        await expect(field).toBeVisible();
        if (!(await field.evaluate((node) => node === document.activeElement))) await tabTo(page, field);
        await page.keyboard.type(title);
        await typeByKeyboard(page, page.getByRole('textbox', { name: 'Text' }), 'No pointer was used.');
        await pressByKeyboard(page, page.getByRole('button', { name: 'Post', exact: true }));
        await expect(entry(page, title)).toBeVisible();
      });

      await test.step('open it', async () => {
        await pressByKeyboard(page, page.getByRole('link', { name: title, exact: true }));
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      });

      await test.step('discard what waits in the outbox', async () => {
        await page.goBack();
        await context.setOffline(true);
        await page.evaluate(() => dispatchEvent(new Event('offline')));
        await pressByKeyboard(page, page.getByRole('link', { name: 'New post' }));
        const field = page.getByRole('textbox', { name: 'Title' });
        await expect(field).toBeVisible();
        if (!(await field.evaluate((node) => node === document.activeElement))) await tabTo(page, field);
        await page.keyboard.type('Never sent');
        await pressByKeyboard(page, page.getByRole('button', { name: 'Post', exact: true }));
        await expect(entry(page, 'Never sent')).toBeVisible();
        await pressByKeyboard(page, page.getByRole('link', { name: /waiting|Outbox/ }));
        await pressByKeyboard(page, page.getByRole('button', { name: /Discard/ }));
        const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
        await pressByKeyboard(page, dialog.getByRole('button', { name: 'Discard' }));
        await expect(page.getByText('Nothing waiting.')).toBeVisible();
        await context.setOffline(false);
        await page.evaluate(() => dispatchEvent(new Event('online')));
      });
    });
  });
}
