import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { register, type Member } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';
import { hold, uploadsOf } from './support/faults.ts';
import { expect, test } from './support/fixtures.ts';
import { draftIsStored } from './support/storage.ts';

interface Person {
  id: string;
  username: string;
}

async function personOf(backend: Backend, { email }: Member): Promise<Person> {
  const [profile] = await backend.query<Person>('select id, username from profiles where email = $1', [email]);
  return profile!;
}

const main = (page: Page) => page.getByRole('main');
const field = (page: Page) => main(page).getByPlaceholder('Type your message...');
/** A group of bubbles with the line below them. */
const bubble = (page: Page, text: string) => main(page).getByRole('listitem').filter({ hasText: text });
const conversation = (page: Page, { username }: Person) =>
  main(page)
    .getByRole('link')
    .filter({ hasText: `@${username}` });
/** The texts of all bubbles, in order. */
const texts = (page: Page) => main(page).locator('li p[dir=auto]');
const stamp = (page: Page, text: string, word: string) => bubble(page, text).getByText(word, { exact: true });
const unread = (page: Page, count: number) => page.getByRole('link', { name: `Messages ${count} unread` });

const FIRST = ['Are you on the list for Saturday?', /^Which bay\?\s*I bring the steel\.$/];

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(bubble(page, text)).toBeVisible();
}

test('messages of two members, on three devices, keep their order through a kill, outages and a block', async ({
  newDevice,
  backend,
  network,
}) => {
  // Three browsers, two of them through two dozen round trips.
  test.setTimeout(240_000);
  const [annMember, benMember] = [await register(backend), await register(backend)];
  const behind = { url: network.url, expected: /^Failed to load resource: / };
  const ann = await (await newDevice(behind)).page();
  const laptop = await (await newDevice()).page();
  const phone = await newDevice(behind);
  let ben = await phone.page();
  await Promise.all([
    openSignedIn(ann, backend, annMember),
    openSignedIn(laptop, backend, benMember),
    openSignedIn(ben, backend, benMember),
  ]);
  const [annIs, benIs] = [await personOf(backend, annMember), await personOf(backend, benMember)];
  const received = async ({ id }: Person) =>
    (
      await backend.query<{ content: string }>(
        'select content from private_messages where recipient_id = $1 order by created_at, id',
        [id],
      )
    ).map(({ content }) => content);

  await test.step('the first messages, from the profile', async () => {
    await visit(ben, '/messages');
    await expect(main(ben).getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
    await expect(main(ben).getByText('No messages yet.')).toBeVisible();
    await visit(ann, `/user/${benIs.username}`);
    await main(ann).getByRole('link', { name: 'Message', exact: true }).click();
    await expect(main(ann).getByRole('heading', { level: 1, name: 'Private Messages' })).toBeVisible();
    await expect(main(ann).getByText(`No messages with @${benIs.username} yet.`)).toBeVisible();
    await field(ann).fill('  ');
    await main(ann).getByRole('button', { name: 'Send' }).click();
    await say(ann, 'Are you on the list for Saturday?');
    await field(ann).fill('Which bay?');
    await field(ann).press('Shift+Enter');
    await field(ann).pressSequentially('I bring the steel.');
    await main(ann).getByRole('button', { name: 'Send' }).click();
    await expect(bubble(ann, 'I bring the steel.').getByText(/^\d{1,2}:\d\d [AP]M$/)).toBeVisible();
    await expect(stamp(ann, 'I bring the steel.', 'Sent')).toBeVisible();
  });

  await test.step('read on one device is read on the other; what is half written stays on its device', async () => {
    await expect(conversation(ben, annIs).getByText('2 unread')).toBeAttached();
    await expect(unread(ben, 2)).toBeAttached();
    await expect(unread(laptop, 2)).toBeAttached();
    await conversation(ben, annIs).click();
    await expect(texts(ben)).toHaveText(FIRST);
    await expect(main(ben).getByRole('heading', { name: 'Today' })).toBeVisible();
    await expect(bubble(ben, 'Are you on the list').getByText('New messages')).toBeVisible();
    await expect(bubble(ben, 'Which bay?').getByText(`@${annIs.username} ·`)).toBeVisible();
    // Read once the thread was visible for a while.
    for (const page of [ben, laptop]) await expect(unread(page, 2)).toHaveCount(0);
    await field(ben).fill('Keep the coffee');
    await draftIsStored(ben, 'Keep the coffee');
    await main(ben).getByText('Back to Inbox', { exact: true }).click();
    await expect(conversation(ben, annIs)).toBeVisible();
    await expect(conversation(ben, annIs).getByText('unread')).toBeHidden();
    await visit(laptop, `/messages/${annIs.id}`);
    await expect(texts(laptop)).toHaveText(FIRST);
    await expect(field(laptop)).toHaveValue('');
    await conversation(ben, annIs).click();
    await expect(field(ben)).toHaveValue('Keep the coffee');
  });

  await test.step('killed while one is on its way and the next one is behind it', async () => {
    const slow = hold('request');
    network.when(uploadsOf('Bay 4.'), slow.fault, { times: 1 });
    await say(ben, 'Bay 4.');
    await slow.reached;
    await expect(bubble(ben, 'Bay 4.').getByText(/^(Queued|Sending)$/)).toBeVisible();
    // The server has the next one and the phone has no answer.
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
    await ben.goto(`/messages/${annIs.id}`);
    await expect(stamp(ben, 'By the fence.', 'Sent')).toBeVisible();
    for (const page of [ann, laptop, ben]) await expect(texts(page)).toHaveText([...FIRST, 'Bay 4.', 'By the fence.']);
    // They arrived while this thread was on screen.
    await expect(main(ann).getByText('New messages')).toHaveCount(0);
    await expect(bubble(ben, 'By the fence.').getByText('Read', { exact: true })).toHaveCount(0);
  });

  let order: string[] = [];
  await test.step('both write without a network', async () => {
    await network.down();
    for (const text of ['I am leaving now.', 'Ten minutes.']) await say(ben, text);
    for (const text of ['Gate is open.', 'Drive slow.']) await say(ann, text);
    await expect(stamp(ann, 'Drive slow.', 'Queued')).toBeVisible();
    await expect(stamp(ben, 'Ten minutes.', 'Queued')).toBeVisible();
    await field(ben).fill('Half a line');
    await draftIsStored(ben, 'Half a line');
    await phone.kill();
    await phone.start();
    ben = await phone.page();
    await ben.goto('/messages');
    await expect(conversation(ben, annIs).getByText('Queued')).toBeVisible();
    await conversation(ben, annIs).click();
    await expect(texts(ben).last()).toHaveText('Ten minutes.');
    await expect(field(ben)).toHaveValue('Half a line');
    await network.up();
    await expect(stamp(ben, 'Ten minutes.', 'Sent')).toBeVisible();
    await expect(stamp(ann, 'Drive slow.', 'Sent')).toBeVisible();
    await expect(texts(laptop)).toHaveCount(8);
    order = await texts(laptop).allInnerTexts();
    for (const page of [ann, ben]) await expect(texts(page)).toHaveText(order);
    expect(await received(annIs)).toEqual(['Bay 4.', 'By the fence.', 'I am leaving now.', 'Ten minutes.']);
    expect((await received(benIs)).slice(2)).toEqual(['Gate is open.', 'Drive slow.']);
  });

  await test.step('any member is found by the search of the inbox, and in the list of members', async () => {
    await main(ben).getByRole('link', { name: 'Back to Inbox' }).click();
    await main(ben).getByRole('button', { name: 'New message' }).click();
    await ben.getByRole('dialog').getByLabel('To').fill('@old_k');
    await ben.getByRole('dialog').getByRole('link', { name: '@old_kip' }).click();
    await expect(main(ben).getByText('No messages with @old_kip yet.')).toBeVisible();
    await expect(field(ben)).toHaveValue('');
    await visit(ben, '/members');
    await ben.getByRole('searchbox', { name: 'Filter by name' }).fill(annIs.username);
    await main(ben)
      .getByRole('link', { name: `Message @${annIs.username}` })
      .click();
    await expect(texts(ben)).toHaveText(order);
    await expect(field(ben)).toHaveValue('Half a line');
  });

  await test.step('a block while messages wait: the refused one is shown as such, and blocks no other', async () => {
    const held = hold('request');
    network.when(uploadsOf('Are you there?'), held.fault, { times: 1 });
    await say(ben, 'Are you there?');
    await held.reached;
    await backend.query('insert into blocks (user_id, blocked_id) values ($1, $2)', [annIs.id, benIs.id]);
    await expect(main(ann).getByRole('heading', { name: /^You blocked @/ })).toBeVisible();
    await expect(field(ann)).toHaveCount(0);
    const [kip] = await backend.query<{ id: string }>("select id from profiles where username = 'old_kip'");
    await visit(ben, `/messages/${kip!.id}`);
    await say(ben, 'Range at nine?');
    held.release();
    await expect(stamp(ben, 'Range at nine?', 'Sent')).toBeVisible();
    await visit(ben, `/messages/${annIs.id}`);
    await expect(stamp(ben, 'Are you there?', 'Not sent')).toBeVisible();
    await expect(
      bubble(ben, 'Are you there?').getByText('This member cannot receive messages from you.'),
    ).toBeVisible();
    // The other device shows it, too.
    await expect(stamp(laptop, 'Are you there?', 'Not sent')).toBeVisible();
    await backend.query('delete from blocks where user_id = $1', [annIs.id]);
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
});

test(
  'a thread opens at its end, and older messages load above without moving what is read',
  { tag: '@variant' },
  async ({ page, backend }) => {
    test.slow();
    const member = await register(backend);
    await openSignedIn(page, backend, member);
    const me = await personOf(backend, member);
    // More than the newest 500, which every device has.
    await backend.query(
      `insert into private_messages (sender_id, recipient_id, content, created_at)
     select p.id, $1, 'Number ' || n || '.', now() - (700 - n) * interval '1 minute'
     from profiles p, generate_series(1, 620) n where p.username = 'marge_b' order by n`,
      [me.id],
    );
    const [marge] = await backend.query<Person>("select id, username from profiles where username = 'marge_b'");
    await page.goto(`/messages/${marge!.id}`);
    await expect(bubble(page, 'Number 620.')).toBeInViewport();
    await expect(bubble(page, 'Number 1.')).toHaveCount(0);

    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, -400);
    await expect(bubble(page, 'Number 620.')).not.toBeInViewport();
    // The wheel scrolls smoothly, for some frames more.
    let last = NaN;
    const isStill = async () => last === (last = await page.evaluate(() => scrollY));
    await expect.poll(isStill).toBe(true);
    /** Scrolls near an end of the rendered part, and expects that what is read stays while the part moves. */
    const expectPlaceKept = async (end: 'older' | 'newer') => {
      const before = await texts(page).allInnerTexts();
      const top = await page.evaluate((isOlder) => {
        scrollTo({ top: isOlder ? 400 : document.documentElement.scrollHeight - innerHeight - 400 });
        document.querySelector('#seen')?.removeAttribute('id');
        const seen = [...document.querySelectorAll('li p[dir=auto]')].find(
          (one) => one.getBoundingClientRect().top > 200,
        )!;
        seen.id = 'seen';
        return seen.getBoundingClientRect().top;
      }, end === 'older');
      await expect.poll(() => texts(page).allInnerTexts()).not.toEqual(before);
      const moved = await page.locator('#seen').evaluate((one) => one.getBoundingClientRect().top);
      expect(Math.abs(moved - top)).toBeLessThan(2);
    };
    for (let time = 0; time < 5; time += 1) await expectPlaceKept('older');
    // A long thread keeps few elements in the page.
    expect(await texts(page).count()).toBeLessThan(200);
    await expect(bubble(page, 'Number 620.')).toHaveCount(0);
    await expectPlaceKept('newer');
    await main(page).getByRole('button', { name: 'Newest messages' }).click();
    await expect(bubble(page, 'Number 620.')).toBeInViewport();

    await expect(async () => {
      await page.evaluate(() => scrollTo({ top: 0 }));
      await expect(bubble(page, 'Number 1.')).toBeInViewport({ timeout: 300 });
    }).toPass();
    await say(page, 'From the start to the end.');
    await expect(bubble(page, 'From the start to the end.')).toBeInViewport();
    await expect(bubble(page, 'Number 620.')).toBeVisible();
  },
);
