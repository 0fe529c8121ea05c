import { register } from '../support/member.ts';
import { expect, test } from './support/fixtures.ts';

test.use({ isPrivate: true, expected: /Sync error|NetworkError|Failed to load resource|Could not connect|connection/ });

test('a private window of Firefox opens the feed at once, and says that it keeps nothing', async ({ phone }) => {
  await phone.open('/');
  await phone.read(/Online · updated/);
  await phone.read('This window is private');
  // PowerSync tries three times to open a database in files.
  expect(phone.lines.filter((line) => line.includes('to open database failed'))).toEqual([]);
  await phone.open('/settings/storage');
  await phone.read('Posts and drafts are lost when you close it.');
});

test('a reload of a private window without a network opens its database', async ({ phone, backend }) => {
  const { email, password } = await register(backend);
  await phone.open('/login');
  await phone.type({ role: 'textbox', name: 'Email' }, email);
  await phone.type({ role: 'textbox', name: 'Password' }, password);
  await phone.click({ role: 'button', name: 'Log In' });
  await phone.see({ role: 'button', name: 'Log Out' });
  await phone.open('/');
  await phone.see({ role: 'article' });
  await phone.read(/Online · updated/);
  // The HTTP cache has it too, but for how long?
  const storedFiles = () =>
    phone.evaluate(async () => {
      await navigator.serviceWorker.ready;
      const caching = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
      return (await Promise.all(caching)).flat().map(({ url }) => url);
    });
  for (const part of ['wa-sqlite-async-', 'IDBBatchAtomicVFS-'])
    await expect.poll(storedFiles).toContainEqual(expect.stringContaining(part));

  await backend.kill();
  await phone.open('/create-post');
  const title = `From a private window ${Date.now()}`;
  await phone.type({ role: 'textbox', name: 'Title' }, title);
  await phone.click({ role: 'button', name: 'Post' });
  await phone.see({ role: 'article', name: new RegExp(title) });
  await phone.read(/queued/i);
  await backend.start();
  const stored = () => backend.query('select title from public.posts where title = $1', [title]);
  await expect.poll(stored).toEqual([{ title }]);
});
