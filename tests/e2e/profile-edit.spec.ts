import type { Page } from '@playwright/test';

import { signIn } from '../support/api.ts';
import type { Backend } from '../support/backend.ts';
import { expectArrival, expectSent, fillLogIn, logOut, register, writePost, type Member } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';
import { findTraces, leaveApp } from './support/storage.ts';
import { placesWith } from './support/stored-bytes.ts';
import { visit } from '../support/visit.ts';

const FORM = '/profile?edit=true';
const EXPECTED = { expected: /ERR_FAILED|ERR_ABORTED/ };

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);
const stamp = () => Date.now().toString(36);

async function profileOf(backend: Backend, { email }: Member) {
  const [row] = await backend.query<Record<string, unknown>>(
    `select id, username, first_name, last_name, city, state, about, dob::text, privacy_settings from profiles where email = $1`,
    [email],
  );
  return row!;
}

test('a member without a username is asked for one, and returns to the post', async ({ newDevice, backend }) => {
  const page = await (await newDevice(EXPECTED)).page();
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const { id } = await profileOf(backend, member);
  const invitation = page.getByRole('link', { name: 'Choose a name' });
  await expect(invitation).toBeVisible();
  const name = `wren.${stamp()}`;
  await backend.query(`update profiles set username = null where id = $1`, [id]);
  await expect(page.getByRole('banner').getByText('Signed in', { exact: true })).toBeVisible();

  const title = `Waits ${stamp()}`;
  await page.getByRole('link', { name: 'New post' }).first().click();
  await field(page, 'Title').fill(title);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(notice(page, 'Please set up your profile before you post.')).toBeVisible();
  await expect(page).toHaveURL(/\/editprofile/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your username');

  await save(page);
  await expect(page.getByText('Please choose a username.')).toBeVisible();
  const username = field(page, 'Username');
  await username.fill('two words');
  await expect(
    page.getByText(
      'Username can only contain letters, numbers, underscores, dashes, or periods. No spaces or special characters.',
    ),
  ).toBeVisible();
  await username.fill('..');
  await expect(page.getByText('This name is reserved, please contact us if this is your name')).toBeVisible();
  await username.fill(' Glock ');
  await expect(page.getByText('This name is reserved, please contact us if this is your name')).toBeVisible();
  await username.fill('OLD.kip');
  await expect(page.getByText('Username already taken')).toBeVisible();
  await page
    .getByRole('button', { name: /^Use @OLD/ })
    .nth(1)
    .click();
  await expect(page.getByText('This name is free.')).toBeVisible();
  await username.fill(name);
  await expect(page.getByText('This name is free.')).toBeVisible();
  await save(page);
  await expect(notice(page, 'Profile updated!')).toBeVisible();
  await expect(page).toHaveURL(/\/create-post$/);
  await expect(field(page, 'Title')).toHaveValue(title);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expectSent(page, title);
  await expect(invitation).toBeHidden();
  expect(await profileOf(backend, member)).toMatchObject({ username: name });
});

test('all fields are edited; private ones reach no other device', async ({ newDevice, backend }) => {
  const page = await (await newDevice(EXPECTED)).page();
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const mark = stamp();
  const secrets = { last: `Last${mark}`, city: `City${mark}`, state: `State${mark}` };

  await visit(page, FORM);
  await expect(field(page, 'Email')).toHaveValue(member.email);
  await expect(field(page, 'Email')).not.toBeEditable();
  for (const name of ['Username', 'About']) await expect(field(page, `${name}: Private?`)).toHaveCount(0);
  for (const name of ['Email', 'Date of birth']) await expect(field(page, `${name}: Private?`)).toBeDisabled();
  await field(page, 'Username').fill('admin');
  await expect(page.getByText('Username is reserved')).toBeVisible();
  await save(page);
  await expect(page.getByText('Choose a free username first.')).toBeVisible();
  await expect(field(page, 'Username')).toBeFocused();
  await field(page, 'Username').fill(`sam.${mark}`);
  await field(page, 'First name').fill(`First${mark}`);
  await field(page, 'Last name').fill(secrets.last);
  await field(page, 'City').fill(secrets.city);
  await field(page, 'State').fill(secrets.state);
  await field(page, 'About').fill(`Rimfire ${mark}`);
  for (const name of ['Last name', 'City', 'State']) await field(page, `${name}: Private?`).check();
  await field(page, 'Date of birth').fill('2015-06-14');
  await save(page);
  await expect(page.getByText('You must be 18 or older.', { exact: true })).toBeVisible();

  await test.step('unsaved changes are kept when the member leaves', async () => {
    await expect(page.getByText('Please check the marked fields.')).toBeVisible();
    await visit(page, '/outbox');
    await page.goto(FORM);
    await expect(field(page, 'City')).toHaveValue(secrets.city);
    await expect(field(page, 'City: Private?')).toBeChecked();
  });
  await field(page, 'Date of birth').fill('1991-06-14');
  await expect(page.getByText('This name is free.')).toBeVisible();
  await save(page);
  await expect(notice(page, 'Profile updated!')).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  expect(await profileOf(backend, member)).toMatchObject({
    username: `sam.${mark}`,
    first_name: `First${mark}`,
    last_name: secrets.last,
    city: secrets.city,
    state: secrets.state,
    about: `Rimfire ${mark}`,
    dob: '1991-06-14',
    privacy_settings: { last_name: true, city: true, state: true },
  });

  const other = await (await newDevice(EXPECTED)).page();
  await test.step('another device that opened the profile', async () => {
    await openSignedIn(other, backend, await register(backend));
    const title = `By Sam ${mark}`;
    await visit(page, '/');
    await writePost(page, title);
    await expectArrival(other, title);
    await visit(other, `/user/sam.${mark}`);
    for (const word of [`Rimfire ${mark}`, `First${mark}`])
      await expect.poll(() => findTraces(other, [word]), { message: `control: ${word}` }).not.toEqual([]);
    expect(await findTraces(other, [...Object.values(secrets), member.email, '1991-06-14'])).toEqual([]);
  });

  await test.step('an empty date of birth is stored as null', async () => {
    await visit(page, FORM);
    await field(page, 'Date of birth').fill('');
    await field(page, 'First name: Private?').check();
    await save(page);
    await expect(notice(page, 'Profile updated!')).toBeVisible();
    expect(await profileOf(backend, member)).toMatchObject({ dob: null, city: secrets.city });
  });

  await test.step('a field that becomes private leaves the other device, also the bytes of its files', async () => {
    await expect(other.getByRole('main')).not.toContainText(`First${mark}`);
    await expect.poll(() => findTraces(other, [`First${mark}`])).toEqual([]);
    expect(await findTraces(other, [`Rimfire ${mark}`])).not.toEqual([]);
  });
});

test(
  'a field that becomes private leaves a database in IndexedDB, too, and a new one follows a log-out',
  { tag: '@variant' },
  async ({ newDevice, backend }) => {
    const device = await newDevice(EXPECTED);
    const page = await device.page();
    await page.addInitScript(() =>
      Object.defineProperty(StorageManager.prototype, 'getDirectory', { value: undefined }),
    );
    const owner = await register(backend);
    await signIn(backend, owner);
    const mark = stamp();
    const [name, about] = [`First${mark}`, `Rimfire ${mark}`];
    const change = (set: string, ...values: string[]) =>
      backend.query(`update profiles set ${set} where email = $1`, [owner.email, ...values]);
    await change('first_name = $2, about = $3', name, about);
    const member = await register(backend);
    await openSignedIn(page, backend, member);
    await page.goto(`/user/${String((await profileOf(backend, owner)).username)}`);
    await expect(page.getByRole('main')).toContainText(about);

    const reader = await device.page();
    await leaveApp(reader);
    // The pages of SQLite's file.
    const inIndexedDb = [expect.stringMatching(/-idb(-1)?\.db\/blocks$/)];
    await expect.poll(() => placesWith(reader, name)).toEqual(inIndexedDb);
    await change(`privacy_settings = '{"first_name": true}'`);
    await expect(page.getByRole('main')).not.toContainText(name);
    await expect.poll(() => placesWith(reader, name)).toEqual([]);
    expect(await placesWith(reader, about)).toEqual(inIndexedDb);

    // The deleted database is still open in the worker when the member comes back.
    await logOut(page);
    await page.getByRole('link', { name: 'Log In' }).first().click();
    await fillLogIn(page, member);
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect.poll(() => placesWith(reader, member.email)).toContainEqual(inIndexedDb[0]);
  },
);

test('an edit is written offline; a name taken meanwhile is refused and keeps the rest', async ({
  newDevice,
  backend,
  network,
}) => {
  const page = await (await newDevice({ ...EXPECTED, url: network.url })).page();
  const [member, rival] = [await register(backend), await register(backend)];
  await openSignedIn(page, backend, member);
  await signIn(backend, rival);
  await visit(page, FORM);
  await expect(field(page, 'City')).toBeVisible();
  const name = `tully.${stamp()}`;
  await network.down();
  await expect(page.getByText('Will send automatically when you are online.')).toBeVisible();
  await test.step('the first choice of a name, too', async () => {
    await visit(page, '/editprofile');
    await field(page, 'Username').fill(`early.${stamp()}`);
    await expect(page.getByText(/^Not checked: you are offline\./)).toBeVisible();
    await save(page);
    await expect(notice(page, 'Saved on this device. It will send automatically.')).toBeVisible();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole('heading', { level: 1, name: /^@early\./ })).toBeVisible();
    await visit(page, FORM);
  });
  await field(page, 'Username').fill(name);
  await expect(page.getByText(/^Not checked: you are offline\./)).toBeVisible();
  await field(page, 'City').fill('Xenia');
  await save(page);
  await expect(notice(page, 'Saved on this device. It will send automatically.')).toBeVisible();
  await expect(page).toHaveURL(/\/profile$/);
  await visit(page, '/outbox');
  await expect(page.getByText('Changes to your profile')).toBeVisible();

  await backend.query(`update profiles set username = $1 where email = $2`, [name, rival.email]);
  await network.up();
  const item = page.getByRole('listitem').filter({ hasText: 'Changes to your profile' });
  await expect(item.getByText('Username already taken')).toBeVisible();
  await item.getByRole('button', { name: 'Edit: Changes to your profile' }).click();
  await expect(page.getByText('Not sent: Username already taken')).toBeVisible();
  await expect(field(page, 'City')).toHaveValue('Xenia');
  await page
    .getByRole('button', { name: /^Use @tully/ })
    .first()
    .click();
  await expect(page.getByText('This name is free.')).toBeVisible();
  await save(page);
  await expect(notice(page, 'Profile updated!')).toBeVisible();
  expect(await profileOf(backend, member)).toMatchObject({ username: expect.stringContaining(name), city: 'Xenia' });
  await visit(page, '/outbox');
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
});
