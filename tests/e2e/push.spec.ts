import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';
import { PushDevice } from './support/push.ts';

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
  const page = await (await newDevice()).page();
  const me = await join(page, backend);
  const [marge] = await backend.query<Person>("select id, username from profiles where username = 'marge_b'");
  const write = (text: string) =>
    backend.query('insert into private_messages (sender_id, recipient_id, content) values ($1, $2, $3)', [
      marge!.id,
      me.id,
      text,
    ]);
  const push = await PushDevice.open(page, backend);
  const tag = `message:${marge!.id}`;

  // Asked for in context, never on load.
  await page.goto(`/messages/${marge!.id}`);
  const field = main(page).getByPlaceholder('Type your message...');
  await field.fill('Are you on the list for Saturday?');
  await expect(main(page).getByText('Hear when @marge_b answers?')).toHaveCount(0);
  await field.press('Enter');
  await main(page)
    .getByRole('region', { name: 'Hear when @marge_b answers?' })
    .getByRole('button', { name: 'Turn on' })
    .click();
  await expect(page.getByRole('region', { name: 'Notices' }).getByText('Notifications are on')).toBeVisible();
  const devices = () => backend.query('select id from push_subscriptions where user_id = $1', [me.id]);
  expect(await devices()).toHaveLength(1);

  // Nothing for what is on screen.
  await write('Secret words');
  await push.deliverNext();
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
  await write('Even more');
  await push.deliverNext();
  // The newer one replaces it.
  await expect.poll(() => push.shown()).toHaveLength(1);
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
  await write('See you');
  await push.deliverNext();
  await push.click(tag, 'read');
  const unread = () => backend.query('select id from private_messages where recipient_id = $1 and not read', [me.id]);
  await expect.poll(unread).toEqual([]);
  await expect(page).not.toHaveTitle(/^\(/);

  // Of another account, and malformed.
  await push.deliver(
    JSON.stringify({ to: marge!.id, title: 'x', body: 'x', url: '/', tag: 'x', kind: 'comment', id: 'x' }),
  );
  await push.deliver('no JSON');
  await expect.poll(async () => (await push.shown()).map(({ title }) => title)).toEqual(['Rangeday']);

  // Opens the thread in the running app, without a reload.
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }));
  await write('Ten minutes out');
  await push.deliverNext();
  await push.click(tag);
  await expect(page).toHaveURL(`/messages/${marge!.id}`);
  await expect(main(page).getByText('Ten minutes out')).toBeVisible();
  expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true);

  await page.goto('/settings/notifications');
  await expect(main(page).getByRole('switch', { name: 'On this device' })).toBeChecked();
  await push.answer(410);
  await write('Gone');
  await expect.poll(devices).toEqual([]);
});
