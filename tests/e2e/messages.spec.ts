import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';
import { draftIsStored } from './support/storage.ts';

interface Person {
  id: string;
  username: string;
}

/** Registers a member and opens the feed as this member. */
async function join(page: Page, backend: Backend): Promise<Person> {
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const [profile] = await backend.query<Person>('select id, username from profiles where email = $1', [member.email]);
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

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  await expect(bubble(page, text)).toBeVisible();
}

test('two members write to each other, read, and answer offline', async ({ newDevice, backend }) => {
  // Two browsers and a dozen round trips.
  test.slow();
  const phone = await newDevice();
  let ben = await phone.page();
  const ann = await (await newDevice()).page();
  const [annIs, benIs] = [await join(ann, backend), await join(ben, backend)];

  await ben.goto('/messages');
  await expect(main(ben).getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await expect(main(ben).getByText('No messages yet.')).toBeVisible();

  await ann.goto(`/user/${benIs.username}`);
  await main(ann).getByRole('link', { name: 'Message', exact: true }).click();
  await expect(main(ann).getByRole('heading', { level: 1, name: 'Private Messages' })).toBeVisible();
  await expect(main(ann).getByText(`No messages with @${benIs.username} yet.`)).toBeVisible();
  await field(ann).fill('  ');
  await main(ann).getByRole('button', { name: 'Send' }).click();
  await say(ann, 'Are you on the list for Saturday?');
  await field(ann).fill('Bay 4.');
  await field(ann).press('Shift+Enter');
  await field(ann).pressSequentially('Bring the steel.');
  await main(ann).getByRole('button', { name: 'Send' }).click();
  await expect(bubble(ann, 'Bring the steel.').getByText(/^\d{1,2}:\d\d [AP]M$/)).toBeVisible();
  await expect(bubble(ann, 'Bring the steel.').getByText('Sent', { exact: true })).toBeVisible();

  await expect(conversation(ben, annIs).getByText('2 unread')).toBeAttached();
  await expect(ben.getByRole('link', { name: 'Messages 2 unread' })).toBeAttached();
  await conversation(ben, annIs).click();
  await expect(texts(ben)).toHaveText(['Are you on the list for Saturday?', /^Bay 4\.\s*Bring the steel\.$/]);
  await expect(main(ben).getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(bubble(ben, 'Are you on the list').getByText('New messages')).toBeVisible();
  await expect(bubble(ben, 'Bay 4.').getByText(`@${annIs.username} ·`)).toBeVisible();
  // Read once the thread was visible for a while.
  await expect(ben.getByRole('link', { name: 'Messages 2 unread' })).toHaveCount(0);
  await main(ben).getByRole('link', { name: 'Back to Inbox' }).click();
  await expect(conversation(ben, annIs)).toBeVisible();
  await expect(conversation(ben, annIs).getByText('unread')).toBeHidden();

  await backend.kill();
  await conversation(ben, annIs).click();
  await say(ben, 'Yes, two of us.');
  await say(ben, 'Ten minutes out.');
  await expect(bubble(ben, 'Ten minutes out.').getByText('Queued')).toBeVisible();
  await field(ben).fill('Keep the coffee');
  await draftIsStored(ben, 'Keep the coffee');
  await phone.kill();
  await phone.start();
  ben = await phone.page();
  await ben.goto('/messages');
  await expect(conversation(ben, annIs).getByText('Queued')).toBeVisible();
  await conversation(ben, annIs).click();
  await expect(texts(ben).last()).toHaveText('Ten minutes out.');
  await expect(field(ben)).toHaveValue('Keep the coffee');

  await backend.start();
  await expect(bubble(ben, 'Ten minutes out.').getByText('Sent', { exact: true })).toBeVisible();
  await expect(texts(ann)).toHaveText([
    'Are you on the list for Saturday?',
    /^Bay 4\.\s*Bring the steel\.$/,
    'Yes, two of us.',
    'Ten minutes out.',
  ]);
  // They arrived while this thread was on screen.
  await expect(main(ann).getByText('New messages')).toHaveCount(0);
  await expect(bubble(ben, 'Ten minutes out.').getByText('Read', { exact: true })).toHaveCount(0);

  // The search of the inbox finds any member.
  await main(ben).getByRole('button', { name: 'New message' }).click();
  await ben.getByRole('dialog').getByLabel('To').fill('@old_k');
  await ben.getByRole('dialog').getByRole('link', { name: '@old_kip' }).click();
  await expect(main(ben).getByText('No messages with @old_kip yet.')).toBeVisible();
  await expect(field(ben)).toHaveValue('');
  // So does the list of members.
  await ben.goto('/members');
  await ben.getByRole('searchbox', { name: 'Filter by name' }).fill(annIs.username);
  await main(ben)
    .getByRole('link', { name: `Message @${annIs.username}` })
    .click();
  await expect(bubble(ben, 'Ten minutes out.')).toBeVisible();
  await expect(field(ben)).toHaveValue('Keep the coffee');
});

test('a thread opens at its end, and older messages load above without moving what is read', async ({
  page,
  backend,
}) => {
  test.slow();
  const me = await join(page, backend);
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
});
