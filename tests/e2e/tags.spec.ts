import { entry, writePost } from '../support/member.ts';
import { expect, test, unique } from './support/stage.ts';
import { visit } from '../support/visit.ts';

test('the page of a tag shows the posts with it, also an own post that is not sent, and opens offline', async ({
  page,
  network,
  backend,
}) => {
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
});
