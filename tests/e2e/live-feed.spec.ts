import { entry, expectArrival, expectSent, writePost } from '../support/member.ts';
import { expect, test } from './support/stage.ts';
import { visit } from '../support/visit.ts';

test('a post written on one device appears on another without a reload, is found there by its words and its tag, and its copied link opens offline', async ({
  page: author,
  newDevice,
  network,
  backend,
}) => {
  const reader = await (await newDevice({ url: network.url })).page();
  await reader.goto('/');
  await expect(reader.getByRole('article').first()).toBeVisible();

  const stamp = Date.now();
  const [title, tag] = [`Live at ${stamp}`, `#live_${stamp}`];
  await writePost(author, title, `Geese over the berm ${tag}`);
  await expect(entry(author, title)).toBeVisible();

  await expectArrival(reader, title);
  await expectSent(author, title);
  const rows = await backend.query<{ id: string }>('select id from public.posts where title = $1', [title]);
  expect(rows).toHaveLength(1);

  await visit(reader, '/search');
  await reader.getByRole('searchbox').fill(`geese ${stamp}`);
  await reader.getByRole('link', { name: title }).click();
  await reader.getByRole('article').getByRole('link', { name: tag }).click();
  await expect(reader.getByRole('heading', { level: 1, name: `Posts with the ${tag} tag` })).toBeVisible();
  await expect(entry(reader, title)).toBeVisible();

  await author.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await entry(author, title).getByRole('button', { name: 'More actions for this post' }).click();
  await author.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(
    author.getByRole('region', { name: 'Notices' }).getByText('Post link copied to clipboard!'),
  ).toBeVisible();
  const address = await author.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(`${network.url}/posts/${rows[0]?.id}`);
  await network.down();
  await reader.goto(address);
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
});
