import { expect, test } from './support/fixtures.ts';

test.use({ isPrivate: true });

test('a private window of Firefox opens the feed at once, and says that it keeps nothing', async ({ phone }) => {
  await phone.open('/');
  await phone.read(/Online · updated/);
  await phone.read('This window is private');
  // PowerSync tries three times to open a database in files.
  expect(phone.lines.filter((line) => line.includes('to open database failed'))).toEqual([]);
  await phone.open('/settings/storage');
  await phone.read('Posts and drafts are lost when you close it.');
});
