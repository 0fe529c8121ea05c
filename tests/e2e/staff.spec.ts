import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import { openPost } from './support/comments.ts';
import { expect, test } from './support/fixtures.ts';
import { registerStaff } from './support/staff.ts';
import { placesWith } from './support/stored-bytes.ts';
import { entry, expectArrival, register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

const notice = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(text);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A picture that can be found by a text in it: readers of pictures ignore what follows one. */
const marked = (text: string) => Buffer.concat([PNG, Buffer.from(text)]);

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
  await entry(admin, title).getByRole('button', { name: 'More actions for this post' }).click();
  await admin.getByRole('menuitem', { name: 'Moderate this post' }).click();
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
  // Behind the panel, and only for staff.
  const flagNote = /^Flagged by @user_\w+ · 1 report$/;
  await expect(entry(admin, title).getByText(flagNote)).toBeVisible();
  await expect(entry(author, title).getByText('Pinned')).toBeVisible();
  await expect(author.getByText(flagNote)).toHaveCount(0);
  for (const [name, text] of [
    ['Flagged', 'Post unflagged'],
    ['Comments locked', 'Comments unlocked'],
    ['Pinned', 'Post unpinned'],
  ] as const) {
    await panel.getByRole('switch', { name }).click();
    await expect(notice(admin, text)).toBeVisible();
  }
  await expect.poll(state).toEqual({ flagged: false, comments_locked: false, sticky: false });
  await expect(entry(admin, title).getByText(flagNote)).toHaveCount(0);
  await panel.getByRole('button', { name: 'Close 1 report' }).click();
  await expect(notice(admin, '1 report closed.')).toBeVisible();
  await expect(panel.getByText('Nobody has reported this post.')).toBeVisible();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();

  // A friends-only post of which only the report is on this device: its picture is shown on request, which is logged,
  // and its panel opens.
  const hidden = `Bay five ${Date.now()}`;
  const reported = randomUUID();
  const file = `post-images/${reported}/${randomUUID()}.png`;
  const marker = `picture ${hidden}`;
  await backend.query("insert into posts (id, user_id, title, visibility) values ($1, $2, $3, 'friends')", [
    ...[reported, row?.user_id, hidden],
  ]);
  const key = backend.addresses.SUPABASE_SERVICE_ROLE_KEY;
  const upload = await fetch(`${backend.url}/storage/v1/object/${file}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'image/png' },
    body: marked(marker),
  });
  expect(upload.status, await upload.text()).toBe(200);
  await backend.query(
    `with i as (insert into post_images (post_id, user_id, url, position) values ($1, $2, $5, 0))
     insert into reports (reporter_id, reporter_username, target_type, target_user_id, target_username, post_id, reason, post_title)
     select r.id, r.username, 'post', $2, $4, $1, 'nudity', $3 from profiles r where r.username = 'marge_b'`,
    [reported, row?.user_id, hidden, username, `/storage/v1/object/authenticated/${file}`],
  );
  await visit(admin, '/admin?view=queue');
  await admin
    .getByRole('button', { name: new RegExp(`^@${username}`) })
    .first()
    .click();
  const reportedPost = admin.getByRole('region', { name: `Post: @${username}` });
  await expect(reportedPost.getByText(hidden)).toBeVisible();
  await expect(reportedPost.getByText('Showing it is noted in the audit log.')).toBeVisible();
  await reportedPost.getByRole('button', { name: 'Show picture' }).click();
  const shown = reportedPost.getByRole('img', { name: 'Picture of the reported post' });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  // In memory only: neither the service worker nor the page has stored it.
  expect(await placesWith(admin, marker)).toEqual([]);
  await reportedPost.getByRole('button', { name: 'Flag post' }).click();
  await expect(notice(admin, 'Post flagged')).toBeVisible();
  await expect(reportedPost.getByRole('button', { name: 'Unflag post' })).toBeVisible();
  await reportedPost.getByRole('button', { name: 'Delete post' }).click();
  // It is in the queue because of the flag, and stays in the panel without it.
  await expect(panel.getByRole('switch', { name: 'Flagged' })).toBeChecked();
  await panel.getByRole('switch', { name: 'Flagged' }).click();
  await expect(notice(admin, 'Post unflagged')).toBeVisible();
  await expect
    .poll(() =>
      backend.query('select action from private.moderation_log where subject_id = $1 order by created_at', [reported]),
    )
    .toEqual([{ action: 'view_picture' }, { action: 'flag' }, { action: 'unflag' }]);
  await expect(panel.getByRole('switch', { name: 'Flagged' })).not.toBeChecked();
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await visit(admin, '/');

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
  await visit(author, '/notifications');
  await expect(author.getByText('Singles out a member')).toBeVisible();
  expect(username).not.toBe('');

  // The log takes it back, with what belongs to the post.
  await visit(admin, '/admin?view=log');
  await admin.getByLabel('Search the log').fill(title);
  const entries = admin.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await entries.filter({ hasText: 'deleted a post' }).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(admin, 'The step was undone.')).toBeVisible();
  await expect(entries.filter({ hasText: 'restored a post' })).toBeVisible();
  await expect(entries.filter({ hasText: 'deleted a post' })).toContainText('Undone');
  await visit(author, '/');
  await expect(entry(author, title)).toBeVisible();
});

test('the ceo promotes, bans and undoes it, looks at evidence and closes cases; an admin is offered less', async ({
  newDevice,
  backend,
}) => {
  test.slow();
  const page = await (await newDevice()).page();
  await openSignedIn(page, backend, await registerStaff(backend, 'ceo'));
  const stamp = Date.now().toString(36);
  const target = await register(backend);
  await backend.query(
    'select public.create_profile_and_friend(u.id, u.raw_user_meta_data) from auth.users u where u.email = $1',
    [target.email],
  );
  const name = `zed-${stamp}`;
  const [row] = await backend.query<{ id: string }>(
    'update profiles p set username = $2 from auth.users u where u.id = p.id and u.email = $1 returning p.id',
    [target.email, name],
  );
  await backend.query(
    "insert into contact_messages (name, email, message) values ($1, 'a@example.test', 'Hello staff')",
    [`Contact ${stamp}`],
  );
  const path = `${randomUUID()}/${randomUUID()}.png`;
  const marker = `evidence ${stamp}`;
  const upload = await fetch(`${backend.url}/storage/v1/object/csae-report-files/${path}`, {
    method: 'POST',
    headers: { apikey: backend.addresses.SUPABASE_ANON_KEY, 'content-type': 'image/png' },
    body: marked(marker),
  });
  expect(upload.status, await upload.text()).toBe(200);
  await backend.query(
    "insert into csae_reports (post_url, description, storage_paths) values ('https://rangeday.example/posts/1', $1, $2)",
    [`Look at this ${stamp}`, [path]],
  );
  await visit(page, '/admin');

  // The switch of the ceo, then the table with both steps.
  await page.getByRole('tab', { name: 'Future Tools' }).click();
  await expect(page.getByText('Coming Soon')).toHaveCount(2);
  await expect(page.getByText('In the Works')).toBeVisible();
  await page.getByRole('switch', { name: 'Ban and mute' }).click();
  await expect(notice(page, 'Ban and mute are on.')).toBeVisible();
  await page.getByRole('tab', { name: 'User Moderation' }).click();
  await page.getByLabel('Search users').fill(`@${name.toUpperCase()}`);
  const line = page.getByRole('row').filter({ hasText: `@${name}` });
  await expect(line).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await line.getByRole('button', { name: `More actions for @${name}` }).click();
  await page.getByRole('menuitem', { name: 'Ban' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ban' }).click();
  await expect(line.getByText('banned')).toBeVisible();

  // The log has it, and takes it back.
  await page.getByRole('radio', { name: 'Audit log' }).check({ force: true });
  await page.getByLabel('Search the log').fill(name);
  const entries = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  await expect(entries).toHaveCount(1);
  await expect(entries.first()).toContainText(`banned the account of @${name}`);
  await entries.first().getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page, 'The step was undone.')).toBeVisible();
  await expect(entries).toHaveCount(2);
  await expect(page.getByText('Nothing in this log can be changed or removed.')).toBeVisible();
  expect(await backend.query('select is_banned from profiles where id = $1', [row?.id])).toEqual([
    { is_banned: false },
  ]);

  await page.getByRole('radio', { name: 'Users' }).check({ force: true });
  await page.getByLabel('Search users').fill(name);
  await line.getByRole('button', { name: 'Promote to Admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Promote to Admin' }).click();
  await expect(notice(page, 'User promoted to admin.')).toBeVisible();
  await expect(line.getByText('n/a')).toBeVisible();

  // Evidence is loaded on request, blurred first; the view is in the log.
  await page.getByRole('radio', { name: 'Queue' }).check({ force: true });
  await page
    .getByRole('button', { name: /^Child-safety report/ })
    .first()
    .click();
  const report = page.getByRole('region', { name: 'Child-safety report' });
  await expect(report.getByText(`Look at this ${stamp}`)).toBeVisible();
  await report.getByRole('button', { name: 'Load 1 file' }).click();
  await report.getByRole('button', { name: 'Show it' }).click();
  await expect(report.getByRole('img', { name: 'Evidence' })).toBeVisible();
  await report.getByLabel('Note (optional)').fill('Passed on');
  await report.getByRole('button', { name: 'Mark as done' }).click();
  await expect(notice(page, 'Marked as done.')).toBeVisible();
  // Neither the file nor the text of the report was stored on this device.
  for (const piece of [marker, `Look at this ${stamp}`]) expect(await placesWith(page, piece)).toEqual([]);
  await page.getByRole('button', { name: `Contact ${stamp}` }).click();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`Contact ${stamp}.*Done`) })).toBeVisible();
  expect(
    await backend.query(
      `select l.action, l.note from private.moderation_log l left join csae_reports c on c.id = l.subject_id
       where c.description = $1 order by l.created_at`,
      [`Look at this ${stamp}`],
    ),
  ).toEqual([
    { action: 'view_evidence', note: path },
    { action: 'close_csae', note: 'Passed on' },
  ]);

  // The new admin: the same screens, without the ceo's.
  const second = await (await newDevice({ expected: /ERR_INTERNET_DISCONNECTED/ })).page();
  await openSignedIn(second, backend, target);
  await second.getByRole('link', { name: 'Admin Dashboard' }).first().click();
  await expect(second.getByRole('row').nth(1)).toBeVisible();
  await expect(second.getByRole('button', { name: 'Promote to Admin' })).toHaveCount(0);
  await second.getByRole('tab', { name: 'Ad Management' }).click();
  await expect(second.getByText('Access denied')).toBeVisible();
  await second.getByRole('tab', { name: 'Future Tools' }).click();
  await expect(second.getByRole('switch')).toHaveCount(0);

  // Offline, the members who stand out are listed without the numbers that only the server has.
  await second.context().setOffline(true);
  await second.getByRole('tab', { name: 'User Moderation' }).click();
  await expect(
    second.getByText(/^You are offline\. These [1-9]\d* users who stand out are on this device/),
  ).toBeVisible();
  await expect(
    second
      .getByRole('row')
      .filter({ hasText: `@${name}` })
      .getByText('–'),
  ).toHaveCount(2);
  await second.context().setOffline(false);

  // The ceo takes the promotion back, which closes the dashboard on the other device.
  await page.getByRole('radio', { name: 'Audit log' }).check({ force: true });
  await page.getByLabel('Search the log').fill(name);
  await entries
    .filter({ hasText: `made an admin of @${name}` })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(notice(page, 'The step was undone.')).toBeVisible();
  await expect(second.getByText('Access denied').first()).toBeVisible();
});
