import type { Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import { firstPost, showsText, type Scene, type Stage } from './scene.ts';
import type { World } from './worlds.ts';

/** The post with this title, or the one whose text starts with it. */
export const postCalled =
  (start: string) =>
  async ({ backend }: World): Promise<string> => {
    const rows = await backend?.query<{ id: string }>(
      `select id from public.posts where coalesce(title, description) like $1 || '%' limit 1`,
      [start],
    );
    return `/posts/${rows?.[0]?.id}`;
  };

/** Comments of the post that most scenes show. */
const allComments = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { name: '6 comments' })).toBeVisible();

const POST = '/posts/$postId';
const NO_SUCH_POST = '/posts/018f0000-0000-7000-8000-000000000000';

async function comment(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Comment on this post' }).fill(text);
  await page.getByRole('button', { name: 'Send comment' }).click();
}

export const openOutbox = async ({ page }: Stage): Promise<void> =>
  page
    .getByRole('link', { name: /waiting|outbox/i })
    .filter({ visible: true })
    .first()
    .click();

/** Post page, and the feed in other looks. */
export const POST_SCENES: readonly Scene[] = [
  { name: 'post', like: 'post-member', route: POST, path: postCalled('Fog lifted at nine'), shows: allComments },
  { name: 'post-member', route: POST, path: postCalled('Fog lifted at nine'), as: 'member', shows: allComments },
  {
    name: 'post-crowded',
    like: 'post-member',
    route: POST,
    path: postCalled('A title of two hundred'),
    world: 'crowded',
    shows: firstPost,
    isWhole: true,
  },
  {
    name: 'post-large-text',
    like: 'post-member',
    route: POST,
    path: postCalled('Fog lifted at nine'),
    as: 'member',
    shows: allComments,
    textSize: 2,
  },
  {
    name: 'post-poll',
    route: POST,
    path: postCalled('Settle this'),
    as: 'member',
    shows: showsText('Dry socks'),
  },
  {
    name: 'post-comment-waiting',
    like: 'post-member',
    goesOffline: true,
    route: POST,
    path: postCalled('Fog lifted at nine'),
    as: 'member',
    async act(stage) {
      await allComments(stage.page);
      await showsText(/updated \d/)(stage.page);
      await stage.goOffline();
      await comment(stage.page, 'The mugs are mine, by the way.');
    },
    shows: showsText('Queued'),
    isWhole: true,
  },
  {
    name: 'outbox-refused',
    goesOffline: true,
    route: POST,
    path: postCalled('Spare socks'),
    as: 'member',
    async act(stage) {
      const { page, world } = stage;
      // Without the network the stream ends, too.
      await showsText(/updated \d/)(page);
      await stage.goOffline();
      await comment(page, 'Wool or nothing.');
      await showsText('Queued')(page);
      await world.backend?.query(`update public.posts set comments_locked = true where title = 'Spare socks'`);
      await stage.goOnline();
      await showsText('Not sent')(page);
      await openOutbox(stage);
    },
    shows: showsText('Not sent'),
  },
  {
    name: 'post-folds',
    like: 'post-member',
    route: POST,
    // Older than the feed's first posts, which other scenes show.
    async path(world) {
      const title = 'Who has the key to bay 4?';
      // One by one: a comment looks up its post.
      for (const sql of [
        `insert into public.posts (user_id, title, created_at) select id, $1, now() - interval '90 days'
         from public.profiles where username = 'old_kip' and not exists (select from public.posts where title = $1)`,
        `insert into public.comments (post_id, user_id, text) select id, user_id, 'Ask at the desk first.'
         from public.posts p where title = $1 and not exists (select from public.comments where post_id = p.id)`,
        `insert into public.comments (post_id, parent_id, user_id, text) select c.post_id, c.id, c.user_id, 'Try number ' || n || '.'
         from public.comments c join public.posts p on p.id = c.post_id, generate_series(1, 8) n
         where p.title = $1 and not exists (select from public.comments where parent_id = c.id) and c.parent_id is null`,
      ])
        await world.backend?.query(sql, [title]);
      return postCalled('Who has the key')(world);
    },
    as: 'member',
    shows: showsText('Show 5 replies'),
    isWhole: true,
  },
  { name: 'post-gone', path: NO_SUCH_POST, shows: showsText('Post not found or has been deleted.') },
  {
    name: 'post-not-on-device',
    like: 'post-gone',
    path: NO_SUCH_POST,
    world: 'nobody',
    shows: showsText('Not on this device yet.'),
  },
  {
    name: 'feed-glare',
    like: 'components',
    path: '/settings',
    async act({ page }) {
      await page.getByRole('radio', { name: 'Sun glare' }).check();
      await page.goto('/');
    },
    shows: firstPost,
  },
  {
    name: 'post-rtl',
    like: 'post-member',
    route: POST,
    path: postCalled('Fog lifted at nine'),
    as: 'member',
    async act({ page }) {
      await allComments(page);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    },
    shows: allComments,
    isWhole: true,
  },
  {
    name: 'feed-largest',
    like: 'feed',
    path: '/settings',
    async act({ page }) {
      await page.getByRole('radio', { name: 'Largest' }).check();
      await page.goto('/');
    },
    shows: firstPost,
  },
];
