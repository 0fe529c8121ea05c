import { entry, writePost } from '../support/member.ts';
import { expect, test, unique } from './support/stage.ts';
import { visit } from '../support/visit.ts';

test('a tag has the posts with it, and a member finds what is on the device as they type, both also offline and unsent', async ({
  page,
  network,
  backend,
}) => {
  await test.step('the page of a tag shows the posts with it, also an own post that is not sent, and opens offline', async () => {
    // Tags are not case-sensitive; an unused one is empty only after the server has confirmed it.
    await visit(page, '/tags/SteelChallenge');
    await expect(page.getByRole('heading', { level: 1, name: 'Posts with the #steelchallenge tag' })).toBeVisible();
    const listed = page.getByRole('feed').getByRole('article').filter({ hasText: '#steelchallenge' });
    await expect(listed.first()).toBeVisible();
    // A tag in a comment leads to the comment.
    const [comment] = await backend.query<{ id: string; post_id: string }>(
      `insert into comments (post_id, user_id, text) select p.id, m.id, 'Like the #Tea_Break of old' from posts p, profiles m
       where p.title = 'Spare socks' and m.username = 'old_kip' returning id, post_id`,
    );
    await backend.query(
      `insert into comments (post_id, user_id, text) select $1, id, 'One more #tea_break' from profiles where username = 'old_kip'`,
      [comment?.post_id],
    );
    await visit(page, '/tags/tea_break');
    const comments = page
      .getByRole('article')
      .filter({ hasText: 'On “Spare socks”' })
      .getByRole('link', { name: 'in a comment by @old_kip' });
    await expect(comments).toHaveCount(2);
    // The newest is first.
    await comments.last().click();
    await expect(page).toHaveURL(`/posts/${comment?.post_id}?commentId=${comment?.id}`);
    await expect(page.locator(`#comment-${comment?.id}`)).toBeFocused();
    await visit(page, '/tags/never_used');
    await expect(page.getByText('No posts with #never_used yet.')).toBeVisible();

    await network.down();
    const [title, longer] = [unique('Tagged'), unique('Longer')];
    await writePost(page, longer, 'A longer tag: #never_used_here');
    await writePost(page, title, 'With a tag: #Never_used');
    await entry(page, title).getByRole('link', { name: '#Never_used' }).click();
    await expect(page).toHaveURL(/\/tags\/never_used$/);
    await expect(entry(page, title)).toContainText('Queued');
    await expect(entry(page, longer)).toHaveCount(0);
    await page.goto('/tags/steelchallenge');
    await expect(listed.first()).toBeVisible();
    await visit(page, '/tags/not_on_this_device');
    await expect(page.getByText('Not on this device yet.')).toBeVisible();
    await network.up();
  });

  await test.step('a search finds what is on the device, and a phone has the boards there', async () => {
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
    // On a page that no feed loads, and too old to trend: every device has the 50 trending posts from the moment they
    // are inserted. The tag has one post, because one with more could come to the board of trending tags, which every
    // device has, too.
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
});
