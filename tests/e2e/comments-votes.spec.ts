import type { Page } from '@playwright/test';

import { entry, expectArrival, register, UNSENT, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test, unique } from './support/stage.ts';
import { visit } from '../support/visit.ts';

const comment = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /comment/i })
    .getByRole('listitem')
    .filter({ hasText: text });

/** The visible toast; a second copy is for screen readers. */
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);

async function writeComment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Comment on this post').fill(text);
  await page.getByRole('button', { name: 'Send comment' }).click();
  await expect(comment(page, text)).toBeVisible();
  await expect(page.getByLabel('Comment on this post')).toHaveValue('');
}

async function openPost(page: Page, title: string): Promise<void> {
  await expectArrival(page, title);
  await entry(page, title).getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** On the page of the post. */
async function chooseFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this post' }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('two members comment, reply, like, edit, delete and vote on a post, which its author edits and deletes', async ({
  page: author,
  newDevice,
  backend,
}) => {
  // Two browsers and a dozen round trips.
  test.slow();
  const reader = await (await newDevice()).page();
  await openSignedIn(reader, backend, await register(backend));
  const title = unique('Talk');
  await writePost(author, title);
  await openPost(reader, title);
  await openPost(author, title);

  const post = reader.getByRole('article');
  await post.getByRole('button', { name: 'Vote up' }).click();
  await expect(post.getByText('1 point', { exact: true })).toBeAttached();
  await expect(post.getByRole('button', { name: 'Vote up' })).toHaveAttribute('aria-pressed', 'true');
  await expect(author.getByRole('article').getByText('1 point', { exact: true })).toBeAttached();

  await writeComment(reader, 'Which bay is that?');
  await test.step('printed, it is the post with its comments on one page', async () => {
    await reader.emulateMedia({ media: 'print' });
    await expect(comment(reader, 'Which bay is that?')).toBeVisible();
    await expect(post).toBeVisible();
    for (const role of ['navigation', 'button', 'textbox', 'banner', 'contentinfo', 'complementary'] as const)
      await expect(reader.getByRole(role).filter({ visible: true })).toHaveCount(0);
    const pdf = (await reader.pdf()).toString('latin1');
    expect([...pdf.matchAll(/\/Type\s*\/Page\b/g)]).toHaveLength(1);
  });
  await test.step('lists are printed without navigation, fields, the place of an ad, and the letters to choose from', async () => {
    const { pathname } = new URL(reader.url());
    for (const [path, content] of [
      ['/', reader.locator('[data-shape]')],
      ['/user/marge_b', reader.getByRole('article')],
      ['/members', reader.locator('input[type="range"]')],
    ] as const) {
      await visit(reader, path);
      await expect(content.first()).toBeAttached();
      for (const role of ['navigation', 'textbox', 'banner', 'contentinfo', 'complementary', 'slider'] as const)
        await expect(reader.getByRole(role).filter({ visible: true }), `${role} of ${path}`).toHaveCount(0);
      await expect(reader.locator('[data-shape]').filter({ visible: true }), `ad of ${path}`).toHaveCount(0);
      await expect(reader.locator('#main a').filter({ visible: true }).first()).toBeVisible();
    }
    await visit(reader, pathname);
    await reader.emulateMedia({ media: null });
  });
  await comment(author, 'Which bay is that?')
    .getByRole('button', { name: /^Reply/ })
    .click();
  await expect(author.getByText(/^Replying to @/)).toBeVisible();
  await writeComment(author, 'Bay 4');
  await expect(comment(reader, 'Bay 4')).toHaveAttribute('data-depth', '1');

  await comment(reader, 'Bay 4').getByRole('button', { name: /^Like/ }).click();
  await expect(comment(author, 'Bay 4').getByRole('button', { name: /, 1 like$/ })).toBeVisible();

  await comment(author, 'Bay 4').getByRole('button', { name: /^More/ }).click();
  await author.getByRole('menuitem', { name: 'Edit' }).click();
  await author.getByLabel('Edit comment').fill('Bay 5');
  await author.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(comment(reader, 'Bay 5').getByText('edited')).toBeVisible();

  await comment(reader, 'Which bay').getByRole('button', { name: /^More/ }).click();
  await reader.getByRole('menuitem', { name: 'Delete' }).click();
  await reader.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(comment(author, 'Which bay')).toBeHidden();
  await expect(comment(author, 'Bay 5')).toBeVisible();

  const votes = () =>
    backend.query('select v.value from post_votes v join posts p on p.id = v.post_id where p.title = $1', [title]);
  await expect.poll(votes).toEqual([{ value: 1 }]);
  await post.getByRole('button', { name: 'Vote up' }).click();
  await expect(post.getByText('0 points')).toBeAttached();
  await expect.poll(votes).toEqual([]);

  await chooseFromMenu(author, 'Edit');
  await expect(author.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
  await author.getByRole('textbox', { name: 'Title' }).fill(`${title} corrected`);
  await author.getByRole('button', { name: 'Update Post' }).click();
  await expect(notice(author, 'Post updated.')).toBeVisible();
  await expect(author).toHaveURL(/\/$/);
  await expect(reader.getByRole('heading', { level: 1, name: `${title} corrected` })).toBeVisible();

  await openPost(author, `${title} corrected`);
  await chooseFromMenu(author, 'Delete');
  await expect(author.getByText('Are you sure you want to delete this post?')).toBeVisible();
  // Before the click: on a busy machine it returns some time after the page was told.
  const since = Date.now();
  await author.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(notice(author, 'Post deleted.')).toBeVisible();
  await expect(author).toHaveURL(/\/$/);
  expect(Date.now() - since).toBeGreaterThanOrEqual(1400);
  await expect(entry(author, `${title} corrected`)).toBeHidden();
  await expect(reader.getByText('Post not found or has been deleted.')).toBeVisible();
  const rows = () => backend.query(`select id from posts where title like $1 and status <> 'removed'`, [`${title}%`]);
  await expect.poll(rows).toEqual([]);
});

test(
  'an offline vote and comment show at once as queued and are sent once',
  { tag: '@variant' },
  async ({ page: first, phone, network, backend }) => {
    let page = first;
    const title = unique('Held');
    await writePost(page, title);
    await openPost(page, title);
    await expect(page.getByRole('article').getByText(UNSENT)).toBeHidden();

    await network.down();
    await page.getByRole('article').getByRole('button', { name: 'Vote down' }).click();
    await expect(page.getByRole('article').getByText('-1 point')).toBeAttached();
    await writeComment(page, 'Still here');
    await expect(comment(page, 'Still here').getByText('Queued')).toBeVisible();
    const address = page.url();

    await phone.kill();
    await phone.start();
    page = await phone.page();
    await page.goto(address);
    await expect(comment(page, 'Still here').getByText('Queued')).toBeVisible();
    await expect(page.getByRole('article').getByText('-1 point')).toBeAttached();

    await network.up();
    await expect(comment(page, 'Still here').getByText(UNSENT)).toBeHidden();
    const rows = await backend.query(
      'select c.text, s.score from comments c join posts p on p.id = c.post_id join post_stats s on s.id = p.id where p.title = $1',
      [title],
    );
    expect(rows).toEqual([{ text: 'Still here', score: -1 }]);
  },
);

test('a link to a comment scrolls to it and highlights it, and a guest is asked to log in', async ({
  newDevice,
  backend,
}) => {
  const [post] = await backend.query<{ id: string }>(
    `insert into posts (user_id, title) select id, $1 from profiles where username = 'old_kip' returning id`,
    [unique('Linked')],
  );
  const [target] = await backend.query<{ id: string; post_id: string }>(
    `insert into comments (post_id, user_id, text) select id, user_id, 'The one' from posts where id = $1 returning id, post_id`,
    [post?.id],
  );

  const guest = await (await newDevice()).page();
  await guest.goto(`/posts/${target?.post_id}?commentId=${target?.id}`);
  await expect(comment(guest, 'The one')).toHaveAttribute('data-margin', 'linked');
  await expect(comment(guest, 'The one')).toBeFocused();
  await expect(comment(guest, 'The one')).not.toHaveAttribute('data-margin');
  await expect(guest.getByText('You must be logged in to comment.')).toBeVisible();
  await guest.getByRole('button', { name: 'Vote up' }).click();
  await expect(notice(guest, 'You must be logged in to vote.')).toBeVisible();
  await comment(guest, 'The one').getByRole('button', { name: /^Like/ }).click();
  await expect(notice(guest, 'You must be logged in to like a comment.')).toBeVisible();

  await guest.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await guest.getByRole('article').getByRole('button', { name: 'More actions for this post' }).click();
  await guest.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(notice(guest, 'Post link copied to clipboard!')).toBeVisible();
  expect(await guest.evaluate(() => navigator.clipboard.readText())).toBe(`${backend.url}/posts/${target?.post_id}`);

  await visit(guest, `/posts/${target?.post_id}?commentId=018f0000-0000-7000-8000-00000000dead`);
  await expect(guest.getByText('This comment has been deleted.')).toBeVisible();
  await visit(guest, '/posts/018f0000-0000-7000-8000-00000000dead');
  await expect(guest.getByText('Post not found or has been deleted.')).toBeVisible();
});
