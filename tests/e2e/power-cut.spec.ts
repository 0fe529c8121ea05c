import { expect, test } from './support/fixtures.ts';
import { entry, expectArrival, expectSent, register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

test('two posts survive a killed backend and browser and arrive once and in order', async ({ newDevice, backend }) => {
  const phone = await newDevice();
  let page = await phone.page();
  const reader = await (await newDevice()).page();
  await openSignedIn(page, backend, await register(backend));
  await reader.goto('/');
  // The first posts may appear before the database is open.
  await expect(reader.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  await reader.evaluate(() => navigator.serviceWorker.ready);

  await backend.kill();
  const [first, second] = [`First ${Date.now()}`, `Second ${Date.now()}`];
  await writePost(page, first);
  await writePost(page, second);
  await expect(entry(page, second).getByText('Queued')).toBeVisible();

  await phone.kill();
  await phone.start();
  page = await phone.page();
  await page.goto('/');
  for (const title of [first, second]) await expect(entry(page, title).getByText('Queued')).toBeVisible();
  await visit(page, '/outbox');
  const waiting = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(waiting).toHaveCount(2);

  await backend.start();
  await expectArrival(reader, first);
  await expectArrival(reader, second);
  const rows = await backend.query<{ title: string }>(
    'select title from public.posts where title = any($1) order by created_at, id',
    [[first, second]],
  );
  expect(rows.map(({ title }) => title)).toEqual([first, second]);
  await visit(page, '/');
  for (const title of [first, second]) await expectSent(page, title);
});
