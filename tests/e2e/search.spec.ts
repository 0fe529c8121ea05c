import { writePost } from '../support/member.ts';
import { expect, test } from './support/stage.ts';
import { visit } from '../support/visit.ts';

test('a member finds what is on the device as they type, also offline and unsent, and a phone has the boards there', async ({
  page,
  network,
  backend,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click();
  for (const title of ['Top Users', 'Trending Hashtags'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Donate' })).toBeVisible();

  await page.getByRole('searchbox').pressSequentially('steel');
  await expect(page.getByRole('heading', { name: 'Posts', exact: true })).toBeVisible();
  await expect(page.locator('mark', { hasText: /^steel$/i }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /#steelchallenge/ }).first()).toBeVisible();

  await network.down();
  const title = `Woodcock ${Date.now()}`;
  await visit(page, '/');
  await writePost(page, title, 'Seen at the pond');
  await page.goto('/');
  // The app, and not the drawn page, has the keys.
  await expect(
    page
      .getByText(/^Offline · /)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await page.keyboard.press('/');
  await page.getByRole('searchbox').fill('woodc pond');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('searchbox')).toHaveValue('woodc pond');
  // The term is remembered because its result was opened.
  await page.getByRole('searchbox').fill('');
  await expect(page.getByText(/On this device: \d+ posts?, \d+ members?$/)).toBeVisible();
  await expect(page.getByText('Kept on this device only.')).toBeVisible();
  await page.getByRole('button', { name: 'woodc pond', exact: true }).click();
  const kinds = page.getByRole('navigation', { name: 'Kinds of results' });
  await expect(kinds.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
  await kinds.getByRole('link', { name: /^Posts 1$/ }).click();
  await expect(kinds.locator('[aria-current]')).toHaveText(/^Posts/);
  await expect(page.getByText('· Found on this device:')).toBeVisible();
  await page.getByRole('link', { name: title }).waitFor();
  await kinds.getByRole('link', { name: /^Tags/ }).click();
  await expect(page.getByText('None of these on this device.')).toBeVisible();
  await kinds.getByRole('link', { name: 'All' }).click();
  await page.getByRole('searchbox').fill('zzyzx');
  await expect(page.getByText('Nothing found for “zzyzx”.')).toBeVisible();
  await expect(page.getByText('You are offline: only what is on this device was searched.')).toBeVisible();

  await network.up();
  // On a page that no feed loads, and too old to trend: every device has the 50 trending posts from the moment they are
  // inserted. The tag has one post, because one with more could come to the board of trending tags, which every device
  // has, too.
  await backend.query(
    `insert into posts (user_id, title) select id, 'Trending ' || n from profiles, generate_series(1, 50) n where username = 'old_kip'`,
  );
  await backend.query(`do $$ begin
    insert into posts (user_id, title, created_at) select id, 'Zzyzx ${title}', '2020-01-01' from profiles where username = 'old_kip';
    update posts set feed_page = -9, author_page = 999 where title = 'Zzyzx ${title}';
    insert into tag_counts values ('zzyzxtag', 1);
  end $$`);
  const more = page.getByRole('region', { name: 'Found on the server' });
  await page.getByRole('searchbox').fill('zzyzx woodcock');
  const found = { name: `Zzyzx ${title}` };
  await expect(more.getByRole('link', found)).toBeVisible();
  await expect(more.getByText('1 more', { exact: true })).toBeVisible();
  // The pointer loads the post ahead. It stays where it is listed, or a click could miss it.
  await more.getByRole('link', found).click();
  await expect(page.getByRole('heading', { name: `Zzyzx ${title}` })).toBeVisible();
  // On the device now.
  await page.goBack();
  await expect(page.getByRole('link', found)).toHaveCount(1);
  await page.getByRole('searchbox').fill('zzyzxt');
  await expect(more.getByRole('link', { name: '#zzyzxtag' })).toBeVisible();
  await page.getByRole('searchbox').fill('@mr_tib');
  await expect(page.getByRole('link', { name: '@mr_tibbets' })).toBeVisible();
});
