import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';
import { expect, test } from './support/fixtures.ts';

/** The visible toast; a second copy is for screen readers. */
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true });
const count = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });
/** A row of the panel on the own profile. */
const row = (page: Page, username: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `@${username}` });
const isFriend = (page: Page) => page.getByRole('main').locator('header').getByText('Friends', { exact: true });

/** Registers a member and opens the feed as this member. */
async function join(page: Page, backend: Backend): Promise<string> {
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const [profile] = await backend.query<{ username: string }>('select username from profiles where email = $1', [
    member.email,
  ]);
  return profile!.username;
}

test('two members become friends and part again, live on both sides, also offline', async ({
  newDevice,
  backend,
  network,
}) => {
  // Three browsers and two dozen round trips.
  test.slow();
  const phone = await newDevice({ url: network.url, expected: /^Failed to load resource: / });
  let ann = await phone.page();
  const ben = await (await newDevice()).page();
  const [annName, benName] = await Promise.all([join(ann, backend), join(ben, backend)]);

  // Neither of the two.
  const reader = await (await newDevice()).page();
  await reader.goto(`/user/${benName}`);
  await expect(count(reader, 'friend')).toBeVisible();

  await visit(ann, `/user/${benName}`);
  await visit(ben, '/profile');
  await expect(row(ben, 'rangeday')).toBeVisible();
  await expect(count(ben, 'friend')).toBeVisible();
  await button(ann, 'Add friend').dblclick();
  await expect(notice(ann, 'Friend request sent!')).toBeVisible();
  await expect(ann.getByText('Waiting for response...')).toBeVisible();

  await expect(ben.getByRole('heading', { name: 'Pending Friend Requests' })).toBeVisible();
  await row(ben, annName).getByRole('button', { name: 'Accept the request' }).click();
  await expect(notice(ben, 'Friend request accepted ✅')).toBeVisible();
  await expect(ben.getByRole('heading', { name: 'Pending Friend Requests' })).toBeHidden();
  await expect(row(ben, annName)).toBeVisible();
  await expect(count(ben, 'friends')).toBeVisible();
  await expect(isFriend(ann)).toBeVisible();
  await expect(count(ann, 'friends')).toBeVisible();
  await expect(count(reader, 'friends')).toBeVisible();
  await visit(reader, `/user/${annName}`);
  await expect(count(reader, 'friends')).toBeVisible();

  await button(ann, `More actions for @${benName}`).click();
  await ann.getByRole('menuitem', { name: 'Unfriend' }).click();
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Unfriend' }).click();
  await expect(notice(ann, `You and @${benName} are no longer friends.`)).toBeVisible();
  await expect(count(ann, 'friend')).toBeVisible();
  await expect(row(ben, annName)).toBeHidden();
  await expect(count(ben, 'friend')).toBeVisible();
  await expect(count(reader, 'friend')).toBeVisible();
  await visit(reader, `/user/${benName}`);
  await expect(count(reader, 'friend')).toBeVisible();
  await reader.context().close();

  await button(ann, 'Add friend').click();
  await expect(row(ben, annName)).toBeVisible();
  await button(ann, `Cancel request to @${benName}`).click();
  await expect(notice(ann, 'Friend request cancelled.')).toBeVisible();
  await expect(row(ben, annName)).toBeHidden();

  await button(ann, 'Add friend').click();
  await row(ben, annName).getByRole('button', { name: 'Decline the request' }).click();
  await expect(notice(ben, 'Friend request declined ❌')).toBeVisible();
  await expect(row(ben, annName)).toBeHidden();
  await expect(button(ann, 'Add friend')).toBeVisible();
  expect(
    await backend.query('select status from friends f join profiles p on p.id = f.user_id where p.username = $1', [
      annName,
    ]),
  ).toEqual([{ status: 'accepted' }]);

  // From the list of members; the second click of a double click does not take the request back.
  const line = async (page: Page, username: string) => {
    await visit(page, '/members');
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill(username);
    return page
      .getByRole('list', { name: 'Members' })
      .getByRole('listitem')
      .filter({ hasText: `@${username}` });
  };
  const [bensLine, annsLine] = [await line(ann, benName), await line(ben, annName)];
  await bensLine.getByRole('button', { name: `Add @${benName} as a friend` }).dblclick();
  await expect(bensLine.getByText('Waiting for response...')).toBeVisible();
  await expect(annsLine.getByText('Wants to be friends')).toBeVisible();
  await annsLine.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(annsLine.getByRole('link', { name: `@${annName}`, exact: true })).toBeFocused();
  await expect(annsLine.getByText('Friends')).toBeAttached();
  await expect(bensLine.getByText('Friends')).toBeAttached();
  await expect(bensLine.getByRole('button')).toHaveCount(0);
  await expect((await line(ann, annName)).getByText('You', { exact: true })).toBeVisible();
  await expect((await line(ann, 'rangeday')).first()).toContainText('Official · your first friend');

  await visit(ann, `/user/${benName}`);
  await button(ann, `More actions for @${benName}`).click();
  await ann.getByRole('menuitem', { name: `Report @${benName}` }).click();
  const report = ann.getByRole('dialog', { name: `Report @${benName}` });
  await report.getByLabel('Pretends to be somebody else').check();
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(ann.getByRole('heading', { name: 'Thank you for the report' })).toBeVisible();
  const reports = () => backend.query('select reason from reports where target_username = $1', [benName]);
  await expect.poll(reports).toEqual([{ reason: 'impersonation' }]);

  await visit(ann, '/user/rangeday');
  await expect(isFriend(ann)).toBeVisible();
  await button(ann, 'More actions for @rangeday').click();
  await expect(ann.getByRole('menuitem').first()).toBeVisible();
  await expect(ann.getByRole('menuitem', { name: 'Unfriend' })).toBeHidden();

  // Requests and answers made offline wait, show at once and are sent later.
  await backend.query(
    `insert into friends (user_id, friend_id) select a.id, b.id from profiles a, profiles b where b.username = $1
     and a.username in ('pia_marsh', 'mr_tibbets')
     union all select b.id, a.id from profiles a, profiles b where b.username = $1 and a.username = 'lanternlight'`,
    [annName],
  );
  await visit(ann, '/profile');
  for (const name of ['pia_marsh', 'mr_tibbets', 'lanternlight', benName]) await expect(row(ann, name)).toBeVisible();
  await visit(ben, '/profile');
  await expect(row(ben, annName)).toBeVisible();
  await visit(ann, '/user/wren_holloway');
  await expect(button(ann, 'Add friend')).toBeVisible();

  await network.down();
  await button(ann, 'Add friend').click();
  await expect(notice(ann, 'Friend request sent!')).toBeVisible();
  await expect(ann.getByText('Queued')).toBeVisible();
  await phone.kill();
  await phone.start();
  ann = await phone.page();
  await ann.goto('/profile');
  await expect(row(ann, 'wren_holloway').getByText('Queued')).toBeVisible();
  await row(ann, 'pia_marsh').getByRole('button', { name: 'Accept the request' }).click();
  await expect(row(ann, 'pia_marsh').getByText('Queued')).toBeVisible();
  await expect(count(ann, 'friends')).toBeVisible();
  await row(ann, 'mr_tibbets').getByRole('button', { name: 'Decline the request' }).click();
  await expect(row(ann, 'mr_tibbets')).toBeHidden();
  await visit(ann, '/user/lanternlight');
  await button(ann, 'Cancel request to @lanternlight').click();
  await expect(button(ann, 'Add friend')).toBeVisible();
  await visit(ann, `/user/${benName}`);
  await button(ann, `More actions for @${benName}`).click();
  await ann.getByRole('menuitem', { name: 'Unfriend' }).click();
  await ann.getByRole('alertdialog').getByRole('button', { name: 'Unfriend' }).click();
  await expect(button(ann, 'Add friend')).toBeVisible();
  await ann.goto('/profile');
  await expect(row(ann, 'wren_holloway').getByText('Queued')).toBeVisible();
  for (const name of ['mr_tibbets', 'lanternlight', benName]) await expect(row(ann, name)).toBeHidden();

  await network.up();
  await expect(row(ann, 'wren_holloway').getByText('Queued')).toBeHidden();
  await expect(row(ann, 'wren_holloway').getByText('Waiting for response...')).toBeVisible();
  await expect(row(ben, 'rangeday')).toBeVisible();
  await expect(row(ben, annName)).toBeHidden();
  const rows = () =>
    backend.query(
      `select a.username as from, b.username as to, f.status from friends f join profiles a on a.id = f.user_id join profiles b on b.id = f.friend_id
       where a.username = $1 and not b.is_official or b.username = $1 and not a.is_official order by a.username = $1 desc, b.username`,
      [annName],
    );
  await expect.poll(rows).toEqual([
    { from: annName, to: 'pia_marsh', status: 'accepted' },
    { from: annName, to: 'wren_holloway', status: 'pending' },
    { from: 'pia_marsh', to: annName, status: 'accepted' },
  ]);
  const counts = () =>
    backend.query('select friend_count from profile_stats s join profiles p on p.id = s.id where p.username = $1', [
      annName,
    ]);
  await expect.poll(counts).toEqual([{ friend_count: 2 }]);
  await expect(count(ann, 'friends')).toBeVisible();
});
