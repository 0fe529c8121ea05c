import { entry, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';
import { takePhoto } from './support/photos.ts';

test('an edit offline replaces photo and gif, and the post keeps some content', async ({ newDevice, backend }) => {
  // Two uploads, and a backend that starts again.
  test.slow();
  // Offline, the service worker logs pictures that it has not cached.
  const page = await (await newDevice({ expected: /ERR_FAILED/ })).page();
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const title = `Edited ${Date.now()}`;
  const pictures = page.locator('input[type=file][multiple]');
  await page.goto('/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await pictures.setInputFiles([await takePhoto(page, 101), await takePhoto(page, 102)]);
  await expect(page.getByText('Location removed from 2 photos')).toBeVisible();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const images = () =>
    backend.query(
      `select p.title, p.gif_url, p.status, (select jsonb_agg(i ->> 'width' order by n) from jsonb_array_elements(p.images::jsonb) with ordinality as e (i, n)) as widths
       from posts p join profiles m on m.id = p.user_id where m.email = $1`,
      [member.email],
    );
  await expect
    .poll(images, { timeout: 40_000 })
    .toEqual([{ title, gif_url: null, status: 'live', widths: ['101', '102'] }]);

  await page.getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'More actions for this post' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('switch', { name: 'Pin to Top' })).toBeDisabled();
  await expect(page.getByText('Everyone')).toBeVisible();
  await page.getByRole('button', { name: 'Add a GIF' }).click();
  await page.getByRole('button', { name: 'Coffee' }).click();
  await expect(page.getByRole('img', { name: 'Chosen GIF' })).toBeVisible();
  await backend.kill();
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Remove photo 1', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the GIF' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByText('Please include at least a title, description, gif or image.')).toBeVisible();
  await pictures.setInputFiles([await takePhoto(page, 103)]);
  await expect(page.getByText('Location removed from 1 photo')).toBeVisible();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByText('Post updated.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await backend.start();
  await expect
    .poll(images, { timeout: 40_000 })
    .toEqual([{ title: null, gif_url: null, status: 'live', widths: ['103'] }]);
  await expect(entry(page, title)).toHaveCount(0);
});
