import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { comment, openPost, writeComment } from './support/comments.ts';
import { entry, expectArrival, register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

const notice = (page: Page, text: string | RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(text);

const choose = async (page: Page, item: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name: 'More actions for this post' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a member reports a post, mutes and blocks its author offline, and takes the latter back in the settings', async ({
  newDevice,
  backend,
  network,
}) => {
  // Two browsers and a dozen round trips.
  test.slow();
  const reader = await (await newDevice({ url: network.url, expected: /^Failed to load resource: / })).page();
  const pest = await (await newDevice()).page();
  const [annsAccount, bensAccount] = [await register(backend), await register(backend)];
  await openSignedIn(reader, backend, annsAccount);
  await openSignedIn(pest, backend, bensAccount);
  const [row] = await backend.query<{ id: string; username: string }>(
    'select p.id, p.username from profiles p join auth.users u on u.id = p.id where u.email = $1',
    [bensAccount.email],
  );
  const { id: pestId, username = '' } = row ?? {};
  const stamp = Date.now();
  const [bad, own] = [`Buy now ${stamp}`, `Quiet bay ${stamp}`];
  const dialog = reader.getByRole('dialog');
  const reports = () =>
    backend.query(
      'select reason, details, target_username, post_title from reports where target_user_id = $1 order by reason',
      [pestId],
    );
  await writePost(reader, own);
  await writePost(pest, bad);
  await expectArrival(reader, bad);

  // The pest comments on the reader's post. Muted: only a line above the reader's own answer.
  await expectArrival(pest, own);
  await openPost(pest, own);
  await writeComment(pest, 'Buy here');
  await writeComment(pest, 'And here');
  await visit(reader, '/');
  await openPost(reader, own);
  await comment(reader, 'Buy here')
    .getByRole('button', { name: /^Reply/ })
    .click();
  await writeComment(reader, 'No thanks');
  // The page scrolls to the new reply, which closes a menu.
  await expect(async () => {
    await comment(reader, 'And here').getByRole('button', { name: /^More/ }).click();
    await reader.getByRole('menuitem', { name: `Report @${username}` }).click({ timeout: 2000 });
  }).toPass();
  await expect(dialog.getByText('With this comment: “And here”')).toBeVisible();
  await dialog.getByLabel('Harassment or bullying').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('heading', { name: 'Thank you for the report' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect
    .poll(() =>
      backend.query('select details from reports where reason = $1 and target_user_id = $2', ['harassment', pestId]),
    )
    .toEqual([{ details: expect.stringMatching(/^Comment “And here”: \/posts\//) }]);

  await comment(reader, 'And here').getByRole('button', { name: /^More/ }).click();
  await reader.getByRole('menuitem', { name: `Mute @${username}` }).click();
  // The pointer keeps the toast on screen.
  await notice(reader, `@${username} is muted.`).hover();
  await expect(comment(reader, 'Comment from a muted member')).toBeVisible();
  await expect(comment(reader, 'No thanks')).toHaveAttribute('data-depth', '1');
  await expect(comment(reader, 'Buy here')).toBeHidden();
  await expect(comment(reader, 'And here')).toBeHidden();
  await expect(reader.getByRole('heading', { name: '1 comment' })).toBeVisible();
  await reader.getByRole('button', { name: 'Undo' }).click();
  await expect(comment(reader, 'And here')).toBeVisible();

  // A report that waits for its confirmation would refuse a second one of the same member at once. The flag of the
  // header does not count what is sent and not confirmed.
  await visit(reader, '/outbox');
  await expect(reader.getByText('Nothing waiting.')).toBeVisible();
  await visit(reader, '/');
  await expectArrival(reader, bad);
  await openPost(reader, bad);
  await network.down();
  // A report needs a reason, and its details are kept as a draft. Begun without a network it is sent later.
  await choose(reader, 'Report this post');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('Please choose a reason for your report.')).toBeVisible();
  await dialog.getByLabel('Spam or advertising').check();
  await dialog.getByLabel('Details (optional)').fill('Sells the same thing every day');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose(reader, 'Report this post');
  await expect(dialog.getByLabel('Details (optional)')).toHaveValue('Sells the same thing every day');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('heading', { name: 'Thank you for the report' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  // Blocked: hidden everywhere at once, sent later.
  await choose(reader, `Block @${username}`);
  await expect(reader.getByText('Neither of you can message the other, send a friend request')).toBeVisible();
  await reader.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(reader.getByRole('heading', { name: `You blocked @${username}.` })).toBeVisible();
  await reader.getByRole('link', { name: 'Feed' }).filter({ visible: true }).first().click();
  await expect(entry(reader, own)).toBeVisible();
  await expect(entry(reader, bad)).toBeHidden();
  // A load, too.
  await reader.goto('/members');
  const members = reader.getByRole('list', { name: 'Members' }).getByRole('link');
  await expect(members.first()).toBeVisible();
  await expect(members.filter({ hasText: `@${username}` })).toHaveCount(0);
  await visit(reader, '/settings');
  const listed = reader.getByRole('listitem').filter({ hasText: `@${username}` });
  await expect(listed.getByText('Will send automatically.')).toBeVisible();
  await expect(reader.getByText('You have not muted anybody.')).toBeVisible();
  await visit(reader, `/user/${username}`);
  await expect(reader.getByRole('heading', { name: `You blocked @${username}.` })).toBeVisible();
  await expect(reader.getByText('They were not told.')).toBeVisible();
  await reader.getByRole('button', { name: 'Report this member' }).click();
  await dialog.getByLabel('Something else').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('heading', { name: 'Thank you for the report' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await reader.getByRole('button', { name: 'Report this member' }).click();
  await dialog.getByLabel('Something else').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByText('You have reported this already.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await reader.getByRole('link', { name: 'Blocked members' }).click();

  await network.up();
  const blocks = () => backend.query('select 1 from blocks where blocked_id = $1', [pestId]);
  await expect.poll(async () => (await blocks()).length).toBe(1);
  await expect(listed.getByText('Will send automatically.')).toBeHidden();
  // Not found for a message or a mention either.
  await visit(reader, '/messages');
  await reader.getByRole('button', { name: 'New message' }).click();
  await reader.getByRole('textbox', { name: 'To' }).fill(username);
  await expect(dialog.getByText('No member with this name.')).toBeVisible();
  await visit(reader, '/settings');

  // The second one about the member is left out.
  await expect
    .poll(reports)
    .toEqual([
      expect.objectContaining({ reason: 'harassment' }),
      { reason: 'spam', details: 'Sells the same thing every day', target_username: username, post_title: bad },
    ]);

  // The pest is not told, but can no longer comment on the reader's post.
  await writeComment(pest, 'Last call');
  await expect(comment(pest, 'Last call').getByText('You cannot comment on this post.')).toBeVisible();

  await listed.getByRole('button', { name: `Unblock @${username}` }).click();
  await expect(notice(reader, `@${username} is not blocked any more.`)).toBeVisible();
  await expect(reader.getByText('You have not blocked anybody.')).toBeVisible();
  await expect.poll(blocks).toEqual([]);
  await visit(reader, '/');
  await expectArrival(reader, bad);

  // Muted without a network from the profile, and taken back in the settings.
  await visit(reader, `/user/${username}`);
  await expect(reader.getByRole('heading', { level: 1, name: `@${username}` })).toBeVisible();
  await network.down();
  await reader.getByRole('button', { name: `More actions for @${username}` }).click();
  await reader.getByRole('menuitem', { name: `Mute @${username}` }).click();
  await expect(notice(reader, `@${username} is muted.`)).toBeVisible();
  await visit(reader, '/settings');
  await expect(listed.getByText('Will send automatically.')).toBeVisible();
  await network.up();
  await expect(listed.getByText('Will send automatically.')).toBeHidden();
  const mutes = () => backend.query('select 1 from mutes where muted_id = $1', [pestId]);
  expect(await mutes()).toHaveLength(1);
  await listed.getByRole('button', { name: `Unmute @${username}` }).click();
  await expect(reader.getByText('You have not muted anybody.')).toBeVisible();
  await expect.poll(mutes).toEqual([]);
});
