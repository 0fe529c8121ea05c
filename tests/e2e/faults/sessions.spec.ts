import { Ally } from '../support/ally.ts';
import { answerWith, refreshes, uploads, uploadsOf } from '../support/faults.ts';
import { arrived, writeWithPhoto } from '../support/photo-post.ts';
import { Backend } from '../../support/backend.ts';
import { entry, fillLogIn, register, writePost } from '../../support/member.ts';
import { openSignedIn } from '../../support/signed-in.ts';
import { expect, expectDelivered, expectSyncContinues, open, rowsOf, test, unique } from '../support/stage.ts';
import { ageSession } from '../support/stored-session.ts';

test.use({ ownMember: true });

test('a post written offline is sent after days, with an expired access token', async ({
  page: before,
  phone,
  network,
  backend,
  ally,
}) => {
  const title = unique('Days');
  await network.down();
  await writePost(before, title);
  await ageSession(before, backend);
  await phone.kill();
  await phone.start();
  const page = await phone.page();
  await page.goto('/');
  await expect(entry(page, title).getByText('Queued')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();

  await network.up();
  await network.until(refreshes);
  await expectDelivered(page, backend, [title]);
  await expectSyncContinues(page, ally);
});

test(
  'a session ended by the server asks for a log-in and keeps the queue',
  { tag: '@variant' },
  async ({ page, member, network, backend, ally }) => {
    const title = unique('Ended');
    await network.down();
    await writePost(page, title);
    await ageSession(page, backend);
    await backend.query('delete from auth.sessions where user_id = (select id from public.profiles where email = $1)', [
      member.email,
    ]);
    await network.up();

    await expect(page.getByText(/What you wrote is saved here/)).toBeVisible();
    await expect(entry(page, title).getByText('Queued')).toBeVisible();
    expect(await rowsOf(backend, [title])).toEqual([]);
    expect(network.seen(uploads)).toEqual([]);

    // Also after opening the log-in page directly.
    await page.goto('/login');
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
    await fillLogIn(page, member);
    await expectDelivered(page, backend, [title]);
    await expectSyncContinues(page, ally);
  },
);

test(
  'a 401 while the session cannot be refreshed keeps the session and the queue',
  { tag: '@variant' },
  async ({ page, network, backend, ally }) => {
    const title = unique('Once');
    const expired = JSON.stringify({ code: 'PGRST303', message: 'JWT expired', details: null, hint: null });
    network.when(uploads, answerWith(401, { 'content-type': 'application/json' }, expired), { times: 1 });
    const removeFault = network.when(refreshes, (wire) => wire.breakOff());
    await writePost(page, title);
    await network.until(uploadsOf(title));
    await network.until(refreshes);
    await expect(entry(page, title).getByText('Queued')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
    await expect(page.getByText(/Log in again/)).toHaveCount(0);
    removeFault();
    await open(page, 'Outbox');
    await expectDelivered(page, backend, [title]);
    await expectSyncContinues(page, ally);
  },
);

// A backend of its own: all tokens of the other tests would end.
test('after JWT_SECRET was replaced, an upload under way, the queue and the sync go on without a log-in', async ({
  newDevice,
}) => {
  test.slow();
  const backend = await Backend.start();
  try {
    const device = await newDevice({ url: backend.url, firstVisit: true, expected: /^Failed to load resource: / });
    const page = await device.page();
    await openSignedIn(page, backend, await register(backend));
    const [photo, words] = [unique('Photo'), unique('Words')];
    const held = Promise.withResolvers<void>();
    const replaced = Promise.withResolvers<void>();
    // Half of the file is there, and the rest is sent with the old token.
    await page.route('**/storage/v1/upload/resumable/**', async (route) => {
      if (route.request().method() === 'PATCH') held.resolve();
      await replaced.promise;
      await route.continue();
    });
    await writeWithPhoto(page, photo, 700);
    await held.promise;
    await backend.replaceJwtSecret();
    replaced.resolve();
    await expect.poll(() => arrived(backend, photo), { timeout: 60_000 }).toEqual([{ status: 'live', files: 1 }]);
    await writePost(page, words);
    await expectDelivered(page, backend, [photo, words]);
    await expectSyncContinues(page, await Ally.join(backend));
    await expect(page.getByText(/Log in again/)).toHaveCount(0);
  } finally {
    await backend.dispose();
  }
});
