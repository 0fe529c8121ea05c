import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';
import { expect, test } from './support/fixtures.ts';

/** The visible toast; a second copy is for screen readers. */
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);
const entry = (page: Page, text: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: text });
const link = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });

async function join(page: Page, backend: Backend): Promise<{ id: string; username: string }> {
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const rows = await backend.query<{ id: string; username: string }>(
    'select id, username from profiles where email = $1',
    [member.email],
  );
  return rows[0]!;
}

test('requests, mentions and comments arrive, are read when seen and deleted when left, also offline', async ({
  newDevice,
  backend,
  network,
}) => {
  // Two browsers and a dozen round trips.
  test.slow();
  const ann = await (await newDevice()).page();
  const ben = await (await newDevice({ url: network.url, expected: /^Failed to load resource: / })).page();
  const [annMember, benMember] = await Promise.all([join(ann, backend), join(ben, backend)]);
  await ann.evaluate(() => {
    navigator.setAppBadge = async (count) => void Object.assign(globalThis, { badge: count });
  });
  const badge = () => ann.evaluate(() => (globalThis as { badge?: number }).badge);
  const types = () =>
    backend.query('select type, is_read from notifications where user_id = $1 order by type', [annMember.id]);

  await link(ann).click();
  await expect(ann.getByRole('heading', { level: 2, name: 'You have no notifications.' })).toBeVisible();
  await ann.getByRole('banner').getByRole('link', { name: 'Feed' }).click();
  await expect(link(ann)).toHaveAccessibleName('Notifications');

  await visit(ben, `/user/${annMember.username}`);
  await ben.getByRole('main').getByRole('button', { name: 'Add friend' }).click();
  await expect(notice(ben, 'Friend request sent!')).toBeVisible();
  await expect(link(ann)).toHaveAccessibleName('Notifications 1 unread notification');
  const posts = await backend.query<{ id: string }>(
    `insert into posts (user_id, title, visibility) values ($1, 'Bay times', 'public'), ($2, 'Work party', 'public') returning id`,
    [annMember.id, benMember.id],
  );
  const [post, elsewhere] = posts;
  await backend.query(
    `insert into comments (post_id, user_id, text)
     values ($1, $3, $4), ($2, $3, $5), ($1, $3, 'Bay 4 is dry')`,
    [post!.id, elsewhere!.id, benMember.id, `Ask @${annMember.username}`, `Which bay, @${annMember.username}?`],
  );
  await backend.query('insert into private_messages (sender_id, recipient_id, content) values ($1, $2, $3)', [
    benMember.id,
    annMember.id,
    'Bay 4.',
  ]);
  await expect(link(ann)).toHaveAccessibleName('Notifications 3 unread notifications');
  await expect(ann).toHaveTitle(/^\(4\) /);
  await expect.poll(badge).toBe(4);
  // The same counts on the bell of the feed and on the dock of a phone, once each.
  await ann.setViewportSize({ width: 390, height: 844 });
  const dock = ann.getByRole('navigation', { name: 'Main' });
  await expect(dock.getByRole('link', { name: /^Messages ?1 unread message$/ })).toBeVisible();
  const bell = ann.getByRole('main').getByRole('link', { name: /^Notifications ?3 unread notifications$/ });
  await expect(bell).toBeInViewport();
  await expect(bell).toHaveAttribute('href', '/notifications');
  await expect(dock.getByRole('button', { name: /^You ?: Your account$/ })).toBeVisible();
  await dock.getByRole('link', { name: 'Search' }).click();
  await expect(dock.getByRole('button', { name: /^You ?: Your account ?3 unread notifications$/ })).toBeVisible();
  await dock.getByRole('link', { name: 'Feed' }).click();
  // And in the rail of a tablet.
  await ann.setViewportSize({ width: 800, height: 1024 });
  await expect(ann.getByRole('banner').getByRole('link', { name: /^Messages ?1 unread message$/ })).toBeInViewport();
  await expect(link(ann)).toBeInViewport();
  await ann.setViewportSize({ width: 1280, height: 800 });

  await link(ann).click();
  await expect(ann.getByRole('heading', { level: 1 })).toHaveText('Notifications');
  await expect(link(ann)).toHaveAttribute('aria-current', 'page');
  await expect(entry(ann, `@${benMember.username} commented on “Bay times”`)).toHaveCount(1);
  await expect(entry(ann, '“Bay 4 is dry”')).toBeVisible();
  const comments = entry(ann, `@${benMember.username} commented on “Bay times”`).getByRole('link');
  await expect(comments).toHaveAttribute('href', /\/posts\/[\w-]+\?commentId=[\w-]+$/);
  await expect(link(ann)).toHaveAccessibleName('Notifications');
  await expect(entry(ann, 'wants to be friends')).toBeVisible();
  await entry(ann, 'wants to be friends').getByRole('button', { name: 'Accept' }).click();
  await expect(notice(ann, 'Friend request accepted ✅')).toBeVisible();
  await expect(entry(ann, 'wants to be friends')).toHaveCount(0);
  await expect(ben.getByRole('main').locator('header').getByText('Friends', { exact: true })).toBeVisible();

  await backend.query(
    "insert into friends (user_id, friend_id) select id, $1 from profiles where username = 'pia_marsh'",
    [annMember.id],
  );
  await entry(ann, '@pia_marsh wants to be friends').getByRole('button', { name: 'Decline' }).click();
  await expect(notice(ann, 'Friend request declined ❌')).toBeVisible();
  await expect(entry(ann, '@pia_marsh')).toHaveCount(0);

  // Seen, so it is deleted when the page is left.
  await entry(ann, 'mentioned you').getByRole('link').click();
  await expect(ann).toHaveURL(new RegExp(`/posts/${elsewhere!.id}\\?commentId=`));
  await expect(ann.getByText(`Which bay, @${annMember.username}?`)).toBeVisible();
  await expect.poll(types).toEqual([
    { type: 'comment', is_read: true },
    { type: 'comment', is_read: true },
  ]);

  await backend.query(
    "insert into friends (user_id, friend_id) select id, $1 from profiles where username = 'old_kip'",
    [benMember.id],
  );
  await visit(ben, '/notifications');
  await expect(entry(ben, `@${annMember.username} accepted your friend request`)).toBeVisible();
  const request = entry(ben, '@old_kip wants to be friends');
  await expect(request).toBeVisible();
  const left = () => backend.query('select type from notifications where user_id = $1', [benMember.id]);
  await network.down();
  const dismiss = entry(ben, 'accepted your friend request').getByRole('button', { name: 'Dismiss' });
  await dismiss.click();
  await expect(entry(ben, 'accepted your friend request')).toHaveCount(0);
  await notice(ben, 'Notification dismissed.').locator('..').getByRole('button', { name: 'Undo' }).click();
  await dismiss.click();
  await ben.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Dismiss' }).click();
  await expect(ben.getByRole('main').getByRole('listitem')).toHaveCount(1);
  // An answer that is not sent can be undone.
  await request.getByRole('button', { name: 'Accept' }).click();
  const accepted = entry(ben, '@old_kip and you will be friends');
  await expect(accepted.getByText('Queued')).toBeVisible();
  await accepted.getByRole('button', { name: 'Undo' }).click();
  await request.getByRole('button', { name: 'Decline' }).click();
  await expect(ben.getByRole('main').getByRole('listitem')).toHaveCount(0);
  await network.up();
  await expect.poll(left).toEqual([]);
  await expect(ben.getByText('You have no notifications.')).toBeVisible();
});
