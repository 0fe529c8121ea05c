import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { logOut, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';
import { PushDevice } from './support/push.ts';
import { visit } from '../support/visit.ts';

interface Person {
  id: string;
  username: string;
}

async function join(page: Page, backend: Backend): Promise<Person> {
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const [profile] = await backend.query<Person>('select id, username from profiles where email = $1', [member.email]);
  return profile!;
}

const main = (page: Page) => page.getByRole('main');

test('push is offered after a message, arrives without its text, and is answered from the notification', async ({
  newDevice,
  backend,
}) => {
  // A dozen round trips.
  test.slow();
  const page = await (await newDevice({ wholeBrowser: true })).page();
  const me = await join(page, backend);
  const [marge] = await backend.query<Person>("select id, username from profiles where username = 'marge_b'");
  const write = async (text: string) => {
    const [message] = await backend.query<{ id: string }>(
      'insert into private_messages (sender_id, recipient_id, content) values ($1, $2, $3) returning id',
      [marge!.id, me.id, text],
    );
    return message!;
  };
  const push = await PushDevice.open(page, backend);
  const tag = `message:${marge!.id}`;

  // Asked for in context, never on load.
  await visit(page, `/messages/${marge!.id}`);
  const field = main(page).getByPlaceholder('Type your message...');
  await field.fill('Are you on the list for Saturday?');
  await expect(main(page).getByText('Get notified when @marge_b answers?')).toHaveCount(0);
  await field.press('Enter');
  await main(page)
    .getByRole('region', { name: 'Get notified when @marge_b answers?' })
    .getByRole('button', { name: 'Turn on' })
    .click();
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('Notifications are on')).toBeVisible();
  // It ends with the log-in.
  const devices = () =>
    backend.query(
      'select p.id from push_subscriptions p join auth.sessions s on s.id = p.session_id where p.user_id = $1',
      [me.id],
    );
  expect(await devices()).toHaveLength(1);

  // Nothing for what is on screen. What is read is not pushed any more, so the server learns of that only after the
  // push.
  const delivered = Promise.withResolvers<void>();
  await page.route('**/rpc/apply_crud', async (route) => {
    await delivered.promise;
    await route.continue();
  });
  await write('Secret words');
  await push.deliverNext();
  delivered.resolve();
  // Waits until what was held has been sent on.
  await page.unrouteAll({ behavior: 'wait' });
  await expect(main(page).getByText('Secret words')).toBeVisible();
  await expect.poll(() => push.shown()).toEqual([]);

  // On another page, with a draft.
  await page.getByRole('link', { name: 'New post' }).first().click();
  await main(page).getByLabel('Title').fill('Bay times');
  await write('More secret words');
  await push.deliverNext();
  await expect
    .poll(() => push.shown())
    .toEqual([{ title: 'New message', body: 'New message from @marge_b', tag, actions: ['reply', 'read'] }]);
  const newest = await write('Even more');
  await push.deliverNext();
  // The newer one replaces it.
  await push.expectShown(tag, newest);
  expect(await push.shown()).toHaveLength(1);
  await expect(page).toHaveTitle(/^\(\d+\) /);

  await push.click(tag, 'reply', 'Yes, two of us.');
  const received = () =>
    backend.query<{ content: string }>(
      'select content from private_messages where sender_id = $1 order by created_at',
      [me.id],
    );
  await expect
    .poll(received)
    .toEqual([{ content: 'Are you on the list for Saturday?' }, { content: 'Yes, two of us.' }]);
  await expect(main(page).getByLabel('Title')).toHaveValue('Bay times');
  const unread = () => backend.query('select id from private_messages where recipient_id = $1 and not read', [me.id]);
  // A reply also marks the thread as read, which would include the next message.
  await expect.poll(unread).toEqual([]);
  await write('See you');
  await push.deliverNext();
  await push.click(tag, 'read');
  await expect.poll(unread).toEqual([]);
  await expect(page).not.toHaveTitle(/^\(/);

  // Of another account, and malformed.
  await push.deliver(
    JSON.stringify({ to: marge!.id, title: 'x', body: 'x', url: '/', tag: 'x', kind: 'comment', id: 'x' }),
  );
  const foreign = { to: me.id, title: 'x', body: 'x', url: '//example.com/x', tag: 'x', kind: 'comment', id: 'x' };
  for (const data of ['no JSON', '', '{}', '[]', JSON.stringify(foreign)]) await push.deliver(data);
  await expect.poll(async () => (await push.shown()).map(({ title }) => title)).toEqual(['Rangeday: something new']);

  // Opens the thread in the running app, without a reload.
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await write('Ten minutes out');
  await push.deliverNext();
  await push.click(tag);
  await expect(page).toHaveURL(`/messages/${marge!.id}`);
  await expect(main(page).getByText('Ten minutes out')).toBeVisible();
  expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true);
  await page.goBack();
  await expect(main(page).getByLabel('Title')).toHaveValue('Bay times');

  // After the renewal at the start, which would save the device again.
  const savedAt = () => backend.query('select created_at::text from push_subscriptions where user_id = $1', [me.id]);
  const before = await savedAt();
  await page.goto('/settings/notifications');
  await expect(main(page).getByRole('switch', { name: 'On this device' })).toBeChecked();
  await expect.poll(savedAt).not.toEqual(before);
  await push.answer(410);
  await write('Gone');
  await expect.poll(devices).toEqual([]);
});

test('a push reaches a closed app, is renewed, and ends with the log-out', async ({ newDevice, backend }) => {
  // Several starts of the app.
  test.slow();
  // Offline, the service worker logs pictures that it has not cached.
  const device = await newDevice({ wholeBrowser: true, expected: /ERR_FAILED/ });
  const page = await device.page();
  const me = await join(page, backend);
  const idOf = async (username: string) =>
    (await backend.query<Person>('select id from profiles where username = $1', [username]))[0]!.id;
  const [marge, kip, pia] = [await idOf('marge_b'), await idOf('old_kip'), await idOf('pia_marsh')];
  const write = (from: string, text: string) =>
    backend.query('insert into private_messages (sender_id, recipient_id, content) values ($1, $2, $3)', [
      from,
      me.id,
      text,
    ]);
  const push = await PushDevice.open(page, backend);
  const devices = () => backend.query('select id from push_subscriptions where user_id = $1', [me.id]);
  const savedAt = () => backend.query('select created_at::text from push_subscriptions where user_id = $1', [me.id]);
  const forget = () => backend.query('delete from push_subscriptions where user_id = $1', [me.id]);
  await visit(page, '/settings/notifications');
  await main(page).getByRole('switch', { name: 'On this device' }).click();
  await expect.poll(devices).toHaveLength(1);

  // Renewed at each start, and when the browser replaces it.
  await forget();
  await page.goto('/');
  await expect.poll(devices).toHaveLength(1);
  await forget();
  await push.replaceSubscription();
  await expect.poll(devices).toHaveLength(1);

  // Closed and online.
  await page.goto('about:blank');
  await backend.query('insert into friends (user_id, friend_id) values ($1, $2)', [pia, me.id]);
  await push.expectBadge(1, () => push.deliverNext());
  await push.expectBadge(0, () => push.click(`friend_request:${pia}`, 'accept'));
  const status = () => backend.query('select status from friends where user_id = $1 and friend_id = $2', [pia, me.id]);
  await expect.poll(status).toEqual([{ status: 'accepted' }]);
  const [post] = await backend.query<{ id: string }>(
    `insert into posts (user_id, title, visibility) values ($1, 'Bay times', 'public') returning id`,
    [me.id],
  );
  const addComment = async (text: string) => {
    const [made] = await backend.query<{ id: string }>(
      'insert into comments (post_id, user_id, text) values ($1, $2, $3) returning id',
      [post!.id, marge, text],
    );
    return made!.id;
  };
  await addComment('Bay 4 is dry');
  await push.deliverNext();
  const newest = await addComment('Bay 5 is not');
  await push.deliverNext();
  const subject = `comment:${post!.id}`;
  await push.expectShown(subject, { url: `/posts/${post!.id}?commentId=${newest}` });
  const opened = await push.clickClosed(subject);
  // With all comments on the post, which are one notification.
  const told = () =>
    backend.query(`select id from notifications where type = 'comment' and user_id = $1 and not is_read`, [me.id]);
  await expect.poll(told).toEqual([]);
  await page.goto(opened);
  await expect(main(page).getByText('Bay 5 is not')).toBeVisible();

  const last = await addComment('Bay 6 is under water');
  await expect(main(page).getByText('Bay 6 is under water')).toBeVisible();
  // It is shown only when its post is not on screen.
  await visit(page, '/search');
  await push.deliverNext();

  // Closed and offline: comment and thread open, and a reply is sent later. Last, because the push service of the tests
  // loses its devices in a restart.
  await write(marge, 'Which bay?');
  await push.deliverNext();
  await write(kip, 'Bring the chronograph.');
  await push.deliverNext();
  // Two messages and the comment.
  await expect(page).toHaveTitle(/^\(3\) /);
  await page.goto('about:blank');
  const before = await savedAt();
  await backend.kill();
  await push.click(`message:${marge}`, 'reply', 'Bay 4.');
  await push.expectShown(subject, { url: `/posts/${post!.id}?commentId=${last}` });
  await page.goto(await push.clickClosed(subject));
  await expect(main(page).getByText('Bay 6 is under water')).toBeVisible();
  await page.goto('about:blank');
  // As in a browser without text fields in notifications.
  expect(await push.clickClosed(`message:${kip}`, 'reply')).toBe(`/messages/${kip}`);
  await page.goto(`/messages/${kip}`);
  await expect(main(page).getByText('Bring the chronograph.')).toBeVisible();
  await backend.start();
  const sent = () => backend.query('select recipient_id, content from private_messages where sender_id = $1', [me.id]);
  await expect.poll(sent).toEqual([{ recipient_id: marge, content: 'Bay 4.' }]);
  const unread = () => backend.query('select id from private_messages where recipient_id = $1 and not read', [me.id]);
  await expect.poll(unread).toEqual([]);

  await expect.poll(savedAt).not.toEqual(before);

  // iPhones push only to the installed app.
  const phone = await device.page();
  await phone.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager');
    Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)' });
  });
  await phone.goto('/settings/notifications');
  await expect(main(phone).getByText('iPhones and iPads show notifications only of an app')).toBeVisible();
  await expect(main(phone).getByRole('switch', { name: 'On this device' })).toBeDisabled();
  await phone.close();

  await logOut(page);
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
  expect(await devices()).toEqual([]);
  await push.deliver(
    JSON.stringify({
      to: me.id,
      title: 'x',
      body: 'x',
      url: '/',
      tag: 'x',
      kind: 'comment',
      id: 'x',
      from: null,
      unread: 1,
    }),
  );
  await push.deliver('no JSON');
  await expect.poll(async () => (await push.shown()).map(({ title }) => title)).toEqual(['Rangeday: something new']);
});
