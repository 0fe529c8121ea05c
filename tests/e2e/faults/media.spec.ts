import { entry, register } from '../../support/member.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { expect, test } from '../support/fixtures.ts';
import { arrived, writeWithPhoto } from '../support/photo-post.ts';

test('a cancelled upload becomes a draft again with its photo', async ({ page, backend }) => {
  await openSignedIn(page, backend, await register(backend));
  const title = `Cancelled ${Date.now()}`;
  await page.route('**/storage/v1/upload/**', (route) => route.fulfill({ status: 503 }));
  await writeWithPhoto(page, title, 107);
  await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'pending_media', files: 0 }]);
  await page.goto('/outbox');
  await page.getByRole('button', { name: 'Cancel upload' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await expect(page.getByText('Location removed from 1 photo')).toBeVisible();
  await expect.poll(() => arrived(backend, title)).toEqual([]);
  await page.unroute('**/storage/v1/upload/**');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'live', files: 1 }]);
  await page.goto('/');
  await expect(entry(page, title)).toHaveCount(1);
});
