import { expect, test } from './support/fixtures.ts';
import { entry, expectArrival, expectSent, register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';

test('a post written on one device appears on another without a reload', async ({ newDevice, backend }) => {
  const author = await (await newDevice()).page();
  const reader = await (await newDevice()).page();
  await openSignedIn(author, backend, await register(backend));
  await reader.goto('/');
  await expect(reader.getByRole('article').first()).toBeVisible();

  const title = `Live at ${Date.now()}`;
  await writePost(author, title);
  await expect(entry(author, title)).toBeVisible();

  await expectArrival(reader, title);
  await expectSent(author, title);
  const rows = await backend.query('select id from public.posts where title = $1', [title]);
  expect(rows).toHaveLength(1);
});
