import type { Page } from '@playwright/test';

import type { Backend } from '../../support/backend.ts';
import { type Exchange, hold, uploadsOf } from '../support/faults.ts';
import {
  confirmationLink,
  entry,
  fillLogIn,
  logIn,
  logOut,
  openMailLink,
  register,
  writePost,
  type Member,
} from '../../support/member.ts';
import { expect, expectDelivered, expectLoggedOut, open, rowsOf, test, unique } from '../support/stage.ts';
import { visit } from '../../support/visit.ts';

test.use({ ownMember: true });

/** The id of the member whose token the request has. */
function senderOf({ headers }: Exchange): string {
  const [, claims = ''] = headers.authorization?.split('.') ?? [];
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
}

async function leave(page: Page, how: 'Send later as me' | 'Discard'): Promise<void> {
  await logOut(page);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('Not sent yet: 1 post.')).toBeVisible();
  await dialog.getByRole('button', { name: how }).click();
  await expectLoggedOut(page);
}

/** Another member logs in on the same device, finds an empty outbox and writes a post. */
async function takeOver(page: Page, next: Member, title: string): Promise<void> {
  await logIn(page, next);
  await expect(page.getByRole('article').first()).toBeVisible();
  await open(page, 'Outbox');
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
  await open(page, 'Feed');
  await writePost(page, title);
}

test(
  'a log-out during an upload that keeps the queue sends it once and only as its author',
  { tag: '@variant' },
  async ({ page, member, network, backend }) => {
    const [mine, theirs] = [unique('Ann'), unique('Bob')];
    const next = await register(backend);
    const stop = hold('answer');
    const free = network.when(uploadsOf(mine), stop.fault, { times: 1 });
    await writePost(page, mine);
    await stop.reached;
    await leave(page, 'Send later as me');
    stop.release();
    free();

    const since = Date.now();
    await takeOver(page, next, theirs);
    await expectDelivered(page, backend, [theirs]);
    // It was only sent before its author logged out.
    expect(network.exchanges.filter((exchange) => uploadsOf(mine)(exchange) && exchange.at > since)).toEqual([]);
    await logOut(page);
    await expectLoggedOut(page);

    await logIn(page, member);
    await expectDelivered(page, backend, [mine]);
    const users = await backend.query<{ id: string; email: string }>(
      'select id, email from auth.users where email = any($1)',
      [[member.email, next.email]],
    );
    const idOf = (one: Member) => users.find(({ email }) => email === one.email)?.id;
    const senders = (title: string) => [...new Set(network.seen(uploadsOf(title)).map(senderOf))];
    expect([senders(mine), senders(theirs)]).toEqual([[idOf(member)], [idOf(next)]]);
  },
);

test(
  'a log-out during an upload that discards the queue leaves nothing to send',
  { tag: '@variant' },
  async ({ page, member, network, backend }) => {
    const [mine, theirs] = [unique('Ann'), unique('Bob')];
    const next = await register(backend);
    const stop = hold('request');
    const free = network.when(uploadsOf(mine), stop.fault, { times: 1 });
    await writePost(page, mine);
    await stop.reached;
    await leave(page, 'Discard');
    stop.release();
    free();

    await takeOver(page, next, theirs);
    await expectDelivered(page, backend, [theirs]);
    await expect(entry(page, mine)).toHaveCount(0);
    await logOut(page);
    await expectLoggedOut(page);

    await logIn(page, member);
    const after = unique('Ann again');
    await writePost(page, after);
    await expectDelivered(page, backend, [after]);
    expect(await rowsOf(backend, [mine])).toEqual([]);
    // Only the held one, and no second from the service worker.
    expect(network.seen(uploadsOf(mine))).toHaveLength(1);
  },
);

/** The path of a new sign-in link for this member; not of the `earlier` mail, which is still in the mailbox. */
async function magicLink(backend: Backend, { email }: Member, earlier = ''): Promise<string> {
  const ask = async () => {
    const answer = await fetch(`${backend.url}/auth/v1/otp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: backend.addresses.SUPABASE_ANON_KEY },
      body: JSON.stringify({ email, create_user: false }),
    });
    return answer.status;
  };
  // The server refuses a second mail within a second.
  await expect.poll(ask).toBe(200);
  // The mail comes after the answer, and the link of the one before does not work any more.
  let path = '';
  await expect
    .poll(async () => {
      const { pathname, search } = new URL(await confirmationLink(backend, email));
      path = pathname + search;
      return path;
    })
    .not.toBe(earlier);
  expect(path).toContain('type=magiclink');
  return path;
}

test("another member's sign-in link asks before it changes the account, and keeps unsent work", async ({
  page,
  member,
  network,
  backend,
}) => {
  const mine = unique('Ann');
  const next = await register(backend);
  const stop = hold('request');
  const free = network.when(uploadsOf(mine), stop.fault);
  await writePost(page, mine);
  await stop.reached;

  const first = await magicLink(backend, next);
  await openMailLink(page, first);
  const [{ username }] = (await backend.query('select username from public.profiles where email = $1', [
    member.email,
  ])) as [{ username: string }];
  const question = page.getByText(`You are logged in as @${username}. This link logs you in as ${next.email}.`);
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: `Stay @${username}` }).click();
  await expect(entry(page, mine)).toBeVisible();
  await expect(page.getByText(`Signed in as @${username}`).first()).toBeVisible();

  await openMailLink(page, await magicLink(backend, next, first));
  await page.getByRole('button', { name: `Log in as ${next.email}` }).click();
  const unsent = page.getByRole('alertdialog');
  await expect(unsent.getByText('Not sent yet: 1 post.')).toBeVisible();
  await unsent.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: `Log in as ${next.email}` }).click();
  await unsent.getByRole('button', { name: 'Send later as me' }).click();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(entry(page, mine)).toHaveCount(0);
  await open(page, 'Outbox');
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
  stop.release();
  free();

  await logOut(page);
  await expectLoggedOut(page);
  await visit(page, '/login');
  await fillLogIn(page, member);
  await expectDelivered(page, backend, [mine]);
});
