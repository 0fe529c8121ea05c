import type { Page } from '@playwright/test';

import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { hold, uploadsOf } from './support/faults.ts';
import { expect, test } from './support/fixtures.ts';

const main = (page: Page) => page.getByRole('main');
const field = (page: Page) => main(page).getByPlaceholder('Type your message...');
/** A group of bubbles with the line below them. */
const bubble = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text });
const texts = (page: Page) => main(page).locator('li p[dir=auto]');
const stamp = (page: Page, text: string, word: string) => bubble(page, text).getByText(word, { exact: true });
const unread = (page: Page) => page.getByRole('link', { name: /^Messages \d+ unread$/ });

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(bubble(page, text)).toBeVisible();
}

const TITLE = 'two devices of a member agree, and messages keep their order through a kill, an outage and a block';

test(TITLE, async ({ newDevice, backend, network }) => {
  // Three browsers, two of them through a dozen round trips.
  test.setTimeout(240_000);
  const [annMember, benMember] = [await register(backend), await register(backend)];
  const ann = await (await newDevice()).page();
  const laptop = await (await newDevice()).page();
  const phone = await newDevice({ url: network.url, expected: /^Failed to load resource: / });
  let ben = await phone.page();
  await openSignedIn(ann, backend, annMember);
  await openSignedIn(laptop, backend, benMember);
  await openSignedIn(ben, backend, benMember);
  const idOf = async ({ email }: { email: string }) =>
    (await backend.query<{ id: string }>('select id from profiles where email = $1', [email]))[0]!.id;
  const [annId, benId] = [await idOf(annMember), await idOf(benMember)];
  const received = async (id: string) =>
    (
      await backend.query<{ content: string }>(
        'select content from private_messages where recipient_id = $1 order by created_at, id',
        [id],
      )
    ).map(({ content }) => content);

  // Read on one device is read on the other; what is half written stays on its device.
  await ann.goto(`/messages/${benId}`);
  await say(ann, 'Which bay?');
  await expect(unread(laptop)).toBeAttached();
  await ben.goto(`/messages/${annId}`);
  await expect(bubble(ben, 'Which bay?').getByText('New messages')).toBeVisible();
  await expect(unread(laptop)).toHaveCount(0);
  await field(ben).fill('Half a line');
  await laptop.goto(`/messages/${annId}`);
  await expect(bubble(laptop, 'Which bay?')).toBeVisible();
  await expect(field(laptop)).toHaveValue('');
  await ben.reload();
  await expect(field(ben)).toHaveValue('Half a line');

  // On its way, and the next one behind it.
  const slow = hold('request');
  network.when(uploadsOf('Bay 4.'), slow.fault, { times: 1 });
  await say(ben, 'Bay 4.');
  await slow.reached;
  await expect(bubble(ben, 'Bay 4.').getByText(/^(Queued|Sending)$/)).toBeVisible();
  // Killed while the server has the next one and the phone has no answer.
  const lost = hold('answer');
  network.when(uploadsOf('By the fence.'), lost.fault, { times: 1 });
  await say(ben, 'By the fence.');
  await expect(stamp(ben, 'By the fence.', 'Queued')).toBeVisible();
  slow.release();
  await lost.reached;
  await phone.kill();
  lost.release();
  await phone.start();
  ben = await phone.page();
  await ben.goto(`/messages/${annId}`);
  await expect(stamp(ben, 'By the fence.', 'Sent')).toBeVisible();
  for (const page of [ann, laptop, ben])
    await expect(texts(page)).toHaveText(['Which bay?', 'Bay 4.', 'By the fence.']);

  // Both write while the server is away.
  await backend.kill();
  for (const text of ['I am leaving now.', 'Ten minutes.']) await say(ben, text);
  for (const text of ['Gate is open.', 'Drive slow.']) await say(ann, text);
  await expect(stamp(ann, 'Drive slow.', 'Queued')).toBeVisible();
  await backend.start();
  await expect(stamp(ben, 'Ten minutes.', 'Sent')).toBeVisible();
  await expect(stamp(ann, 'Drive slow.', 'Sent')).toBeVisible();
  await expect(texts(laptop)).toHaveCount(7);
  const order = await texts(laptop).allInnerTexts();
  for (const page of [ann, ben]) await expect(texts(page)).toHaveText(order);
  expect(await received(annId)).toEqual(['Bay 4.', 'By the fence.', 'I am leaving now.', 'Ten minutes.']);
  expect(await received(benId)).toEqual(['Which bay?', 'Gate is open.', 'Drive slow.']);

  // A block while messages wait: the refused one is shown as such, and blocks no other.
  await network.down();
  await say(ben, 'Are you there?');
  await backend.query('insert into blocks (user_id, blocked_id) values ($1, $2)', [annId, benId]);
  await expect(main(ann).getByRole('heading', { name: /^You blocked @/ })).toBeVisible();
  await expect(field(ann)).toHaveCount(0);
  const [kip] = await backend.query<{ id: string }>("select id from profiles where username = 'old_kip'");
  await ben.goto(`/messages/${kip!.id}`);
  await say(ben, 'Range at nine?');
  await network.up();
  await expect(stamp(ben, 'Range at nine?', 'Sent')).toBeVisible();
  await ben.goto(`/messages/${annId}`);
  await expect(stamp(ben, 'Are you there?', 'Not sent')).toBeVisible();
  await expect(bubble(ben, 'Are you there?').getByText('This member cannot receive messages from you.')).toBeVisible();
  // The other device shows it, too.
  await expect(stamp(laptop, 'Are you there?', 'Not sent')).toBeVisible();
  await backend.query('delete from blocks where user_id = $1', [annId]);
  await expect(texts(ann)).toHaveText(order);
  await say(ben, 'Hello again.');
  await expect(stamp(ben, 'Hello again.', 'Sent')).toBeVisible();
  await expect(texts(ben)).toHaveText([...order, 'Are you there?', 'Hello again.']);
  await bubble(ben, 'Are you there?').getByRole('button', { name: 'Retry' }).click();
  // The retry was written last.
  for (const page of [ann, laptop, ben])
    await expect(texts(page)).toHaveText([...order, 'Hello again.', 'Are you there?']);
  await expect(stamp(ben, 'Are you there?', 'Sent')).toBeVisible();
});
