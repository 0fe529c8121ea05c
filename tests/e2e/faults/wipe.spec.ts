import type { Page } from '@playwright/test';
import type { Backend } from '../../support/backend.ts';
import type { Device } from '../../support/device.ts';
import { entry, fillLogIn, logIn, logOut, writePost, type Member } from '../../support/member.ts';
import {
  expect,
  expectDelivered,
  expectLoggedOut,
  expectSyncContinues,
  open,
  rowsOf,
  test,
  unique,
} from '../support/stage.ts';
import { devtools, findTraces, leaveApp } from '../support/storage.ts';
import { visit } from '../../support/visit.ts';

test.use({ ownMember: true });

const choose = (page: Page, name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

/** Sends a post and opens it in a second tab, which uses the same database. */
async function shareOwn(page: Page, phone: Device, backend: Backend): Promise<{ own: string; other: Page }> {
  const own = unique('Own');
  await writePost(page, own);
  await expectDelivered(page, backend, [own]);
  return { own, other: await secondTab(phone, own) };
}

/** Opens a second tab, which uses the same database. */
async function secondTab(phone: Device, title: string): Promise<Page> {
  const tab = await phone.page();
  await tab.goto('/');
  await expect(entry(tab, title)).toBeVisible();
  await expect(tab.getByText('Online').first()).toBeVisible();
  return tab;
}

/**
 * Expects that nothing of the account can be read any more, free pages of files included, while both tabs are open. The
 * e-mail address is only in the member's own rows; their public posts may be synced again for the guest.
 */
async function expectNoTrace(page: Page, { email }: Member, words: readonly string[] = []): Promise<void> {
  await expect.poll(() => findTraces(page, [email, ...words])).toEqual([]);
}

test(
  'a log-out with an empty queue deletes the database and logs out other tabs',
  { tag: '@variant' },
  async ({ page, phone, member, backend }) => {
    const { own, other } = await shareOwn(page, phone, backend);
    expect(await findTraces(page, [member.email])).toContainEqual(expect.stringMatching(/ in rangeday-.*\.db$/));
    await logOut(page);
    for (const tab of [page, other]) await expectLoggedOut(tab);
    await expectNoTrace(other, member);
    await leaveApp(page);
    await logIn(other, member);
    await expect(entry(other, own)).toHaveCount(1);
  },
);

test('discarding unsent work offline deletes it and every trace of its author', async ({
  page,
  phone,
  member,
  network,
  backend,
}) => {
  const [sent, unsent, draft] = [unique('Sent'), unique('Unsent'), unique('Draft')];
  await writePost(page, sent);
  await expectDelivered(page, backend, [sent]);
  const [{ id, username }] = (await backend.query('select id, username from public.profiles where email = $1', [
    member.email,
  ])) as [{ id: string; username: string }];
  const other = await secondTab(phone, sent);
  await network.down();
  await open(page, 'Feed');
  await writePost(page, unsent);
  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(draft);
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await open(page, 'Feed');
  await logOut(page);
  await choose(page, 'Discard');
  for (const tab of [page, other]) await expectLoggedOut(tab);
  await expectNoTrace(page, member, [sent, unsent, draft, id, username]);

  await network.up();
  await visit(page, '/login');
  await fillLogIn(page, member);
  await expect(entry(page, sent)).toHaveCount(1);
  await expect(entry(page, unsent)).toHaveCount(0);
  expect(await rowsOf(backend, [unsent])).toEqual([]);
});

test('a log-out that keeps the queue deletes everything else, and the queue is sent once after the next log-in', async ({
  page,
  phone,
  member,
  network,
  backend,
}) => {
  const [sent, unsent] = [unique('Sent'), unique('Unsent')];
  await writePost(page, sent);
  await expectDelivered(page, backend, [sent]);
  const other = await secondTab(phone, sent);
  await network.down();
  await open(page, 'Feed');
  await writePost(page, unsent);
  await logOut(page);
  await choose(page, 'Send later as me');
  for (const tab of [page, other]) await expectLoggedOut(tab);
  await expectNoTrace(page, member, [sent]);
  expect(await findTraces(page, [unsent]), 'control: the queue is found').not.toEqual([]);

  await network.up();
  await visit(page, '/login');
  await fillLogIn(page, member);
  await expectDelivered(page, backend, [sent, unsent]);
});

/** Syncs in the page from its next load on, as browsers without shared workers do. */
const syncInPage = (page: Page): Promise<unknown> =>
  page.addInitScript(() => void Reflect.deleteProperty(globalThis, 'SharedWorker'));

test(
  'a log-out in another tab does not break a tab that syncs without a shared worker',
  { tag: '@variant' },
  async ({ page, phone, member, backend }) => {
    const own = unique('Own');
    await writePost(page, own);
    await expectDelivered(page, backend, [own]);
    // One tab streams for both: the other one, which was open before this one's reload.
    const other = await phone.page();
    for (const tab of [other, page]) {
      await syncInPage(tab);
      await tab.goto('/');
      await expect(entry(tab, own)).toBeVisible();
    }
    for (const tab of [other, page]) await expect(tab.getByText('Online').first()).toBeVisible();
    let isOver = false;
    const news = async () => {
      while (!isOver)
        await backend.query('update public.profiles set about = $1 where email = $2', [unique('News'), member.email]);
    };
    const streamed = news();
    await logOut(page);
    for (const tab of [page, other]) await expectLoggedOut(tab).finally(() => (isOver = true));
    await streamed;
    // The fixture fails on any error in the console.
    await expectNoTrace(page, member);
  },
);

/** Stops the account's sync worker for good at a `debugger` statement in `script`; `wake` makes the worker reach it. */
async function freezeWorker(page: Page, script = 'debugger', wake?: () => Promise<unknown>): Promise<void> {
  const session = await devtools(page);
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type, title }) => type === 'shared_worker' && !title.includes('guest'))!;
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: worker.targetId, flatten: false });
  const paused = new Promise<void>((resolve) =>
    session.on('Target.receivedMessageFromTarget', ({ message }) => message.includes('Debugger.paused') && resolve()),
  );
  const calls = [{ method: 'Debugger.enable' }, { method: 'Runtime.evaluate', params: { expression: script } }];
  for (const [id, call] of calls.entries()) {
    await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, ...call }) });
  }
  await wake?.();
  await paused;
}

/** Logs out of two tabs while their sync worker is frozen. Returns the second tab and the title of a sent post. */
async function leaveFrozen(page: Page, phone: Device, backend: Backend): Promise<{ own: string; other: Page }> {
  const { own, other } = await shareOwn(page, phone, backend);
  await freezeWorker(page);
  await logOut(page);
  for (const tab of [page, other]) await expectLoggedOut(tab);
  return { own, other };
}

test(
  'a log-out deletes everything although the sync worker is frozen',
  { tag: '@variant' },
  async ({ page, phone, member, backend }) => {
    await leaveFrozen(page, phone, backend);
    await expectNoTrace(page, member);
  },
);

test(
  'a log-out deletes everything although the sync worker froze while it used the database',
  { tag: '@variant' },
  async ({ page, phone, member, backend, ally }) => {
    const { other } = await shareOwn(page, phone, backend);
    // The worker accesses the database under a lease and stops before it returns the lease.
    const script = `const post = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (message, ...rest) {
      if (message?.path?.includes('completeAccess')) debugger;
      return post.call(this, message, ...rest);
    };`;
    await freezeWorker(page, script, () => ally.post(unique('Wake')));

    await logOut(other);
    for (const tab of [page, other]) await expectLoggedOut(tab);
    await expectNoTrace(other, member);
  },
);

test(
  'after a frozen worker a log-in is online again, in the same tab and after a reload',
  { tag: '@variant' },
  async ({ page, phone, member, backend, ally }) => {
    const { own, other } = await leaveFrozen(page, phone, backend);

    await page.getByRole('link', { name: 'Log In' }).first().click();
    await fillLogIn(page, member);
    await expect(entry(page, own)).toHaveCount(1);
    await expectSyncContinues(page, ally);
    // The browser connects it to the frozen worker again.
    await other.reload();
    await expect(entry(other, own)).toHaveCount(1);
    await expectSyncContinues(other, ally);
  },
);
