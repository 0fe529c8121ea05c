import type { Page } from '@playwright/test';

import { openPost } from './support/comments.ts';
import { expect, test } from './support/fixtures.ts';
import { entry, expectArrival, register, writePost, type Member } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import type { Backend } from '../support/backend.ts';

const notice = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(text);

/** A new member with this role. */
async function registerStaff(backend: Backend, role: 'admin' | 'ceo'): Promise<Member> {
  const member = await register(backend);
  await backend.query(
    'select public.create_profile_and_friend(u.id, u.raw_user_meta_data) from auth.users u where u.email = $1',
    [member.email],
  );
  await backend.query('update profiles p set role = $2 from auth.users u where u.id = p.id and u.email = $1', [
    member.email,
    role,
  ]);
  return member;
}

test('an admin handles a reported post: flag, lock, pin, undo, and deletion with a reason', async ({
  newDevice,
  backend,
}) => {
  test.slow();
  const [admin, author] = [await (await newDevice()).page(), await (await newDevice()).page()];
  await openSignedIn(admin, backend, await registerStaff(backend, 'admin'));
  await openSignedIn(author, backend, await register(backend));
  const title = `Bay four ${Date.now()}`;
  await writePost(author, title);
  await expectArrival(admin, title);
  const [row] = await backend.query<{ id: string; user_id: string; username: string }>(
    'select s.id, s.user_id, p.username from posts s join profiles p on p.id = s.user_id where s.title = $1',
    [title],
  );
  const { id = '', username = '' } = row ?? {};
  await backend.query(
    `insert into reports (reporter_id, reporter_username, target_type, target_user_id, post_id, reason, details, post_title)
     select p.id, p.username, 'post', $2, $1, 'harassment', 'Names nobody', $3 from profiles p where p.username = 'marge_b'`,
    [id, row?.user_id, title],
  );

  // The panel of the feed: who reported it, and three switches.
  await entry(admin, title).getByRole('button', { name: 'Moderate this post' }).click();
  const panel = admin.getByRole('dialog', { name: 'Moderation' });
  await expect(panel.getByRole('heading', { name: 'Reported by 1' })).toBeVisible();
  await expect(panel.getByText('Harassment or bullying · @marge_b')).toBeVisible();
  await expect(panel.getByText('“Names nobody”')).toBeVisible();
  const state = async () =>
    (await backend.query('select flagged, comments_locked, sticky from posts where id = $1', [id]))[0];
  await panel.getByRole('switch', { name: 'Flagged' }).click();
  await expect(notice(admin, 'Post flagged')).toBeVisible();
  await panel.getByRole('switch', { name: 'Comments locked' }).click();
  await expect(notice(admin, 'Comments locked')).toBeVisible();
  await panel.getByRole('switch', { name: 'Pinned' }).click();
  await expect(notice(admin, 'Post pinned')).toBeVisible();
  await expect.poll(state).toEqual({ flagged: true, comments_locked: true, sticky: true });
  await expect(panel.getByText(/^By @user_/)).toBeVisible();
  for (const [name, text] of [
    ['Flagged', 'Post unflagged'],
    ['Comments locked', 'Comments unlocked'],
    ['Pinned', 'Post unpinned'],
  ] as const) {
    await panel.getByRole('switch', { name }).click();
    await expect(notice(admin, text)).toBeVisible();
  }
  await expect.poll(state).toEqual({ flagged: false, comments_locked: false, sticky: false });
  await panel.getByRole('button', { name: 'Close 1 report' }).click();
  await expect(notice(admin, '1 report closed.')).toBeVisible();
  await expect(panel.getByText('Nobody has reported this post.')).toBeVisible();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();

  // Deletion needs a reason and a network. The page is left 1.5 s later; the author reads the reason.
  await openPost(admin, title);
  await admin.getByRole('button', { name: 'More actions for this post' }).click();
  await admin.getByRole('menuitem', { name: 'Moderate this post' }).click();
  await panel.getByRole('button', { name: 'Delete post' }).click();
  await expect(panel.getByText('Please give a reason.')).toBeVisible();
  await panel.getByLabel('Reason for deleting').fill('Singles out a member');
  await panel.getByRole('button', { name: 'Delete post' }).click();
  await expect(admin.getByText('Are you sure you want to delete this post?')).toBeVisible();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(notice(admin, 'Post deleted.')).toBeVisible();
  await expect(admin).toHaveURL(/\/$/);
  await expect(entry(author, title)).toBeHidden();
  await author.goto('/notifications');
  await expect(author.getByText('Singles out a member')).toBeVisible();
  expect(username).not.toBe('');
});
