import { entry } from '../support/member.ts';
import { openSynced } from '../support/signed-in.ts';
import { expect, test } from './support/stage.ts';
import { visit } from '../support/visit.ts';

test('a post saved offline reaches the member’s other browser, which reads it offline', async ({
  page: phone,
  shared,
  network,
  newDevice,
  backend,
}) => {
  // Two browsers, and two outages.
  test.slow();
  // One of the seed: the author of another test's post has no avatar.
  const [post] = await backend.query<{ id: string; title: string; pictures: number }>(
    `select p.id, p.title, jsonb_array_length(p.images::jsonb) as pictures from posts p join post_stats s on s.id = p.id
     where p.audience = 'public' and p.images::text like '%Seven%' and s.comment_count > 0 order by p.sticky desc, p.created_at desc limit 1`,
  );
  const { id = '', title = '', pictures: needed = 0 } = post ?? {};
  await backend.query(
    `insert into comments (post_id, user_id, text, image_url) select $1, user_id, 'With a picture', '/seed/bench.webp' from posts where id = $1`,
    [id],
  );
  const desk = await (await newDevice({ url: network.url, ...(shared && { profile: shared.profile }) })).page();
  await openSynced(desk);
  await desk.getByRole('link', { name: 'Saved posts' }).click();
  await expect(desk.getByText('No saved posts yet.')).toBeVisible();
  // On its own page: other tests may have written a screenful of newer posts.
  await visit(phone, `/posts/${id}`);
  await expect(phone.getByRole('heading', { name: title })).toBeVisible();

  await network.down();
  await phone.getByRole('button', { name: 'More actions for this post' }).filter({ visible: true }).click();
  await phone.getByRole('menuitem', { name: 'Save post' }).click();
  await phone.getByRole('button', { name: 'See saved posts' }).click();
  await expect(entry(phone, title).getByRole('button', { name: 'Remove from saved posts' })).toBeVisible();
  await network.up();

  await expect(entry(desk, title)).toBeVisible();
  const pictures = () =>
    desk.evaluate(async () => {
      const kept = await (await caches.open('rangeday-seen-saved-v1')).keys();
      return kept.filter(({ url }) => url.includes('/post-images/') || url.includes('/seed/')).length;
    });
  // All of the post, that of a comment, and its author's.
  await expect.poll(pictures).toBeGreaterThan(needed + 1);
  await desk.evaluate(() => caches.delete('rangeday-seen-v1'));
  await network.down();
  await desk.reload();
  await expect(entry(desk, title)).toBeVisible();
  const print = entry(desk, title).locator('img[alt^="Seven"]');
  await expect.poll(() => print.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await entry(desk, title).getByRole('link', { name: title }).click();
  await expect(desk).toHaveURL(new RegExp(id));
  await expect(
    desk
      .getByRole('region', { name: /comment/i })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  const inComment = desk.locator('[id^="comment-"]').filter({ hasText: 'With a picture' }).locator('img').last();
  await inComment.scrollIntoViewIfNeeded();
  await expect.poll(() => inComment.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(inComment).toHaveAttribute('src', /bench/);
  await desk.getByRole('article').getByRole('button', { name: 'Remove from saved posts' }).click();
  await desk.goBack();
  await expect(desk.getByText('No saved posts yet.')).toBeVisible();
  await network.up();
  await expect.poll(() => backend.query('select id from saved_posts where post_id = $1', [id])).toEqual([]);
});
