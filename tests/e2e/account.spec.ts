import type { Page } from '@playwright/test';

import { signIn } from '../support/api.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';
import { entry, fillLogIn, logIn, writePost } from '../support/member.ts';
import { expect, expectDelivered, expectLoggedOut, rowsOf, test, unique } from './support/stage.ts';

test.use({ ownMember: true });

test('a device that was logged out elsewhere keeps what it has not sent, and sends it after the next log-in', async ({
  page: phone,
  member,
  network,
  newDevice,
  backend,
}) => {
  test.slow();
  const title = unique('Logged out');
  await network.down();
  await writePost(phone, title);
  await expect(entry(phone, title).getByText('Queued')).toBeVisible();
  await visit(phone, '/settings/sessions');
  await expect(phone.getByText('Only the server has this list. Try again when you are online.')).toBeVisible();
  await visit(phone, '/');

  await signIn(backend, member);
  const desk = await (await newDevice()).page();
  await logIn(desk, member);
  await visit(desk, '/settings');
  await desk.getByRole('link', { name: /^Where you are logged in/ }).click();
  await expect(desk.getByRole('heading', { level: 1, name: 'Where you are logged in' })).toBeVisible();
  const devices = desk.getByRole('main').getByRole('listitem');
  // This one, the phone, and the one of the call above.
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText('This computer');
  await expect(devices.first()).toContainText('This one');
  await devices.last().getByRole('button', { name: 'Log out' }).click();
  await expect(devices).toHaveCount(2);
  await desk.getByRole('button', { name: 'Log out everywhere else' }).click();
  const question = desk.getByRole('alertdialog', { name: 'Log out everywhere else?' });
  await question.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(desk.getByText('Logged out 1 other device.').first()).toBeVisible();
  await expect(desk.getByText(/in 1 place: this one\./)).toBeVisible();

  // Its access token would be valid for an hour.
  await network.up();
  await expect(phone.getByText(/What you wrote is saved here/)).toBeVisible();
  await expect(entry(phone, title).getByText('Queued')).toBeVisible();
  expect(await rowsOf(backend, [title])).toEqual([]);
  await visit(phone, '/login');
  await fillLogIn(phone, member);
  await expectDelivered(phone, backend, [title]);

  // The other devices are logged out at once, this one after its question about unsent work.
  await visit(desk, '/settings/sessions');
  await expect(devices).toHaveCount(2);
  await desk.getByRole('link', { name: 'New post' }).first().click();
  await desk.getByRole('textbox', { name: 'Title' }).fill('A draft at the desk');
  await desk.goBack();
  await desk.getByRole('button', { name: 'Log out everywhere', exact: true }).click();
  const everywhere = desk.getByRole('alertdialog', { name: 'Log out everywhere?' });
  await expect(everywhere).toContainText('1 other device and this one are logged out.');
  await everywhere.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(desk.getByText('Logged out 1 other device.').first()).toBeVisible();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expectLoggedOut(desk);
  const left = () =>
    backend.query('select 1 from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1', [
      member.email,
    ]);
  await expect.poll(left).toEqual([]);
});

const offline = (page: Page) => page.getByRole('alert').getByText('You are offline. Try again when you are online.');

test('deleting an account clears the device, and can be cancelled on any page until it is due', async ({
  page,
  member,
  network,
  newDevice,
  backend,
}) => {
  test.slow();
  await expect(page.getByRole('banner').getByText('Signed in as @user_')).toBeVisible();
  const accounts = () =>
    backend.query<{ id: string }>(
      'select d.user_id as id from public.account_deletions d join auth.users u on u.id = d.user_id where u.email = $1',
      [member.email],
    );
  await visit(page, '/settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  expect(await accounts()).toHaveLength(0);

  // Nothing is removed before the server has agreed.
  await network.down();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(offline(page)).toBeVisible();
  await expect(page.getByRole('banner').getByText('Signed in as @user_')).toBeVisible();
  await network.up();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/Your account will be deleted on/).first()).toBeVisible();
  await expectLoggedOut(page);
  const [row] = await accounts();
  expect(row).toBeDefined();
  const files = await page.evaluate(async () => {
    const names: string[] = [];
    const root = await navigator.storage.getDirectory();
    // The types of this TypeScript have no iterator of a directory.
    for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    return [...names, ...(await indexedDB.databases()).map(({ name }) => name ?? '')];
  });
  expect(files.filter((name) => name.includes(row!.id))).toEqual([]);

  await visit(page, '/login');
  await fillLogIn(page, member);
  // On the page that follows the log-in, and on every other one.
  const dueOn = (on: Page) => on.getByRole('main').getByText('Your account will be deleted in 28 days');
  const notice = dueOn(page);
  await expect(notice).toBeVisible();
  const other = await (await newDevice()).page();
  await openSignedIn(other, backend, member);
  await expect(dueOn(other)).toBeVisible();
  await visit(page, '/settings');
  await expect(page.getByRole('heading', { name: 'Your account will be deleted in 28 days' })).toBeVisible();
  await visit(page, '/about');
  await expect(notice).toBeVisible();
  await network.down();
  await page.getByRole('button', { name: 'Cancel deletion' }).click();
  await expect(page.getByText('You are offline. Try again when you are online.').first()).toBeVisible();
  await expect(notice).toBeVisible();
  await network.up();
  await page.getByRole('button', { name: 'Cancel deletion' }).click();
  await expect(notice).toBeHidden();
  await expect(dueOn(other)).toBeHidden();
  await expect(page.getByText('Account deletion cancelled.').first()).toBeVisible();
  await expect.poll(accounts).toHaveLength(0);
  await visit(page, '/settings');
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
});

test('notification choices made offline, and lists of members, reach the member’s other device', async ({
  page: phone,
  member,
  network,
  newDevice,
  backend,
}) => {
  await visit(phone, '/settings/notifications');
  const comments = (page: Page) => page.getByRole('switch', { name: 'Comments' });
  await expect(comments(phone)).toBeChecked();
  await network.down();
  await comments(phone).uncheck();
  await phone.getByRole('switch', { name: 'Promotion' }).uncheck();
  await expect(comments(phone)).not.toBeChecked();
  // Another tab shows what is stored; a switch shows the choice before that.
  const tab = await phone.context().newPage();
  await tab.goto('/settings/notifications');
  await expect(comments(tab)).not.toBeChecked();
  await expect(tab.getByRole('switch', { name: 'Promotion' })).not.toBeChecked();
  await tab.close();
  await phone.reload();
  await expect(comments(phone)).not.toBeChecked();
  await network.up();
  const rows = () =>
    backend.query(
      'select s.comment, s.promotion, s.message from notification_settings s join auth.users u using (id) where u.email = $1',
      [member.email],
    );
  await expect.poll(rows).toEqual([{ comment: false, promotion: false, message: true }]);

  const desk = await (await newDevice()).page();
  await openSignedIn(desk, backend, member);
  await visit(desk, '/settings');
  await desk
    .getByRole('main')
    .getByRole('link', { name: /^Notifications/ })
    .click();
  await expect(comments(desk)).not.toBeChecked();
  await comments(desk).check();
  await expect(comments(phone)).toBeChecked();
  await expect(phone.getByRole('switch', { name: 'Promotion' })).not.toBeChecked();

  // What one device hides is hidden on the other one.
  await visit(phone, '/settings');
  for (const [name, item] of [
    ['pia_marsh', 'Block'],
    ['mr_tibbets', 'Mute'],
  ] as const) {
    await visit(desk, `/user/${name}`);
    await desk.getByRole('button', { name: `More actions for @${name}` }).click();
    await desk.getByRole('menuitem', { name: `${item} @${name}` }).click();
    if (item === 'Block') await desk.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expect(phone.getByRole('button', { name: `Un${item.toLowerCase()} @${name}` })).toBeVisible();
  }
});
