import { entry, expect, writePost } from '../../tests/support/member.ts';
import { blockDatabase, firstPost, showsText, type Scene, type Stage } from './scene.ts';
import { demoMember } from './worlds.ts';

/** Writes these posts without a network. */
export async function writeOffline(stage: Stage, titles: readonly string[]): Promise<void> {
  await firstPost(stage.page);
  await stage.goOffline();
  await showsText('Offline')(stage.page);
  for (const title of titles)
    await writePost(stage.page, title, 'Cold morning, dry hands, and nobody else on the line.');
  for (const title of titles) await expect(entry(stage.page, title).getByText('Queued')).toBeVisible();
}

/** The feed and its tabs. */
export const FEED_SCENES: readonly Scene[] = [
  { name: 'feed', path: '/', shows: firstPost },
  { name: 'feed-member', path: '/', as: 'member', shows: firstPost },
  { name: 'feed-ceo', like: 'feed-member', path: '/', as: 'ceo', shows: firstPost },
  {
    name: 'feed-poll',
    like: 'post-poll',
    path: '/',
    as: 'ceo',
    leavesNothing: true,
    async act({ page }) {
      await firstPost(page);
      // The list renders what is near the window.
      await page.mouse.move(200, 300);
      await page.mouse.wheel(0, 700);
      await page.getByText('Your vote').scrollIntoViewIfNeeded();
    },
    shows: showsText('Your vote'),
  },
  { name: 'feed-friends', like: 'feed-member', path: '/?tab=friends', as: 'member', shows: firstPost },
  {
    // In place of feed-empty, which needs a backend of its own.
    name: 'feed-friends-empty',
    path: '/?tab=friends',
    as: 'newcomer',
    leavesNothing: true,
    shows: showsText('No posts to show yet.'),
  },
  { name: 'feed-trending', like: 'feed', path: '/?tab=trending', shows: firstPost },
  { name: 'feed-large-text', like: 'feed-member', path: '/', as: 'member', shows: firstPost, textSize: 2 },
  { name: 'feed-crowded', like: 'feed', path: '/', world: 'crowded', shows: firstPost },
  { name: 'feed-crowded-member', like: 'feed-member', path: '/', world: 'crowded', as: 'member', shows: firstPost },
  {
    // Another member posts while this one reads.
    name: 'feed-new',
    like: 'feed-member',
    path: '/',
    world: 'crowded',
    as: 'member',
    async act({ page, world }) {
      await firstPost(page);
      await page.mouse.move(200, 300);
      await page.mouse.wheel(0, 500);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
      await world.backend?.query(
        `insert into public.posts (user_id, title, description, visibility)
         select id, 'New ' || n, 'Written while you read.', 'public' from public.profiles, generate_series(1, 3) n
         where username = 'marge_b'`,
      );
    },
    shows: async (page) => expect(page.getByRole('button', { name: /new post/ })).toBeVisible(),
  },
  {
    // The member has read further on another device.
    name: 'feed-continue',
    like: 'feed-member',
    path: '/',
    world: 'crowded',
    as: 'admin',
    async before({ world }) {
      await world.backend?.query(
        `insert into public.reading_places (id, post_id, post_at)
         select u.id, p.id, p.created_at from auth.users u,
           lateral (select id, created_at from public.posts where visibility = 'public' and status = 'live'
                    order by created_at desc offset 20 limit 1) p
         where u.email = $1 on conflict do nothing`,
        [demoMember('admin').email],
      );
    },
    shows: async (page) => expect(page.getByRole('button', { name: /^Continue at / })).toBeVisible(),
  },
  {
    name: 'feed-empty',
    like: 'feed-friends-empty',
    path: '/',
    world: 'empty',
    shows: showsText('No posts to show yet.'),
  },
  {
    name: 'feed-loading',
    like: 'feed-friends-empty',
    path: '/',
    async before(stage) {
      await stage.page.route(/\/rpc\/first_posts$/, () => {});
      await blockDatabase(stage);
    },
    shows: showsText('Loading posts...'),
  },
  {
    name: 'feed-not-on-device',
    like: 'feed-friends-empty',
    path: '/',
    world: 'nobody',
    shows: showsText('Nothing on this device yet.'),
  },
  {
    name: 'feed-offline',
    like: 'feed',
    goesOffline: true,
    path: '/',
    as: 'member',
    async act(stage) {
      await firstPost(stage.page);
      await stage.goOffline();
    },
    shows: showsText('Offline'),
  },
  {
    name: 'feed-waiting',
    like: 'feed-member',
    goesOffline: true,
    path: '/',
    as: 'member',
    act: (stage) => writeOffline(stage, ['Frost on the berm, and the kettle is on']),
  },
];
