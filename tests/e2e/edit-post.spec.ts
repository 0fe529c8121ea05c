import { takePhoto } from '../support/photos.ts';
import { entry } from '../support/member.ts';
import { expect, test, unique } from './support/stage.ts';
import { visit } from '../support/visit.ts';

test('an edit offline moves and replaces photos, changes gif and poll, and the post keeps some content', async ({
  page,
  member,
  network,
  backend,
}) => {
  // Two uploads.
  test.slow();
  const title = unique('Edited');
  const pictures = page.locator('input[type=file][multiple]');
  await visit(page, '/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await pictures.setInputFiles([await takePhoto(page, 101), await takePhoto(page, 102)]);
  await expect(page.getByText('Location removed from 2 photos')).toBeVisible();
  await page.getByRole('button', { name: 'Add a poll' }).click();
  await page.getByLabel('Poll question').fill('When?');
  for (const [at, day] of ['Sat', 'Sun'].entries())
    await page.getByLabel(`Option ${at + 1}`, { exact: true }).fill(day);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const images = () =>
    backend.query(
      `select p.title, p.gif_url, p.status, (select jsonb_agg(i ->> 'width' order by n) from jsonb_array_elements(p.images::jsonb) with ordinality as e (i, n)) as widths,
       (select q.options from polls q where q.id = p.poll_id) as options from posts p join profiles m on m.id = p.user_id
       where m.email = $1 order by p.created_at desc limit 1`,
      [member.email],
    );
  await expect
    .poll(images, { timeout: 40_000 })
    .toEqual([{ title, gif_url: null, status: 'live', widths: ['101', '102'], options: ['Sat', 'Sun'] }]);

  const edit = async () => {
    await page.getByRole('button', { name: 'More actions for this post' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  };
  await page.getByRole('link', { name: title }).click();
  await edit();
  await expect(page.getByRole('switch', { name: 'Pin to Top' })).toBeDisabled();
  await expect(page.getByText('Everyone')).toBeVisible();
  await page.getByRole('button', { name: 'Add a GIF' }).click();
  await page.getByRole('button', { name: 'Coffee' }).click();
  await expect(page.getByRole('img', { name: 'Chosen GIF' })).toBeVisible();
  await network.down();
  await page.getByRole('button', { name: 'ALT: describe photo 1' }).press('Alt+ArrowRight');
  await page.getByLabel('Option 2', { exact: true }).fill('Mon');
  await page.getByRole('button', { name: 'Update Post' }).click();
  // Feed and poll show the change before it is sent.
  await page.getByRole('button', { name: 'Vote: Mon' }).waitFor();
  const photos = entry(page, title).getByRole('img').and(page.locator('img[src^="blob:"], img[src*="post-images"]'));
  await expect
    .poll(() => photos.evaluateAll((all: HTMLImageElement[]) => all.map((each) => each.naturalWidth)))
    .toEqual([102, 101]);
  await network.up();
  await expect
    .poll(images, { timeout: 40_000 })
    .toMatchObject([{ title, status: 'live', widths: ['102', '101'], options: ['Sat', 'Mon'] }]);
  await page.getByRole('button', { name: 'Vote: Sat' }).click();
  await page.getByRole('link', { name: title }).click();
  await edit();
  await expect(page.getByText('Somebody has voted already, so this poll cannot be changed.')).toBeVisible();
  await network.down();
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Remove photo 1', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the GIF' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('');
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByText('Please include at least a title, description, gif or image.')).toBeVisible();
  await pictures.setInputFiles([await takePhoto(page, 103), await takePhoto(page, 104)]);
  await expect(page.getByText('Location removed from 2 photos')).toBeVisible();
  await page.getByRole('button', { name: 'Update Post' }).click();
  await expect(page.getByText('Post updated.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/$/);

  await network.up();
  await expect
    .poll(images, { timeout: 40_000 })
    .toMatchObject([{ title: null, gif_url: null, status: 'live', widths: ['103', '104'] }]);
  await expect(entry(page, title)).toHaveCount(0);
});
