import { writeFile } from 'node:fs/promises';

import { type Member, register } from '../support/member.ts';
import { takePhoto } from '../support/photos.ts';
import { arrived } from '../e2e/support/photo-post.ts';
import { expect, test } from './support/fixtures.ts';
import { expectToFit } from './support/overflow.ts';
import type { Phone } from './support/phone.ts';

test.use({
  expected: new RegExp(
    [
      'Sync error|error closing|Could not connect|connection|WebSocket|Failed to load resource|due to access control',
      // Pictures that were not on screen before. WebKit reports each three times.
      'Load failed|Cannot load \\S+/seed/|A network error occurred',
    ].join('|'),
  ),
});

/** Waits until the feed has synced and the app can start without a network. */
async function synced(phone: Phone): Promise<void> {
  await phone.see({ role: 'article' });
  await phone.read(/Online · updated/);
  await phone.evaluate(async () => void (await navigator.serviceWorker.ready));
}

async function logIn(phone: Phone, { email, password }: Member): Promise<void> {
  await phone.open('/login');
  await phone.type({ role: 'textbox', name: 'Email' }, email);
  await phone.type({ role: 'textbox', name: 'Password' }, password);
  await phone.click({ role: 'button', name: 'Log In' });
  await phone.see({ role: 'button', name: 'Log Out' });
  await phone.click({ role: 'link', name: 'Feed' });
  await synced(phone);
}

/** Names of the databases on the device, in IndexedDB and as files in OPFS. */
const databases = (phone: Phone) =>
  phone.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    if (navigator.storage?.getDirectory)
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names.toSorted();
  });
/** Of a database's name: Firefox has OPFS, WebKitGTK only IndexedDB. */
const SUFFIX = { firefox: '', webkit: '-idb' };

const restart = async (phone: Phone): Promise<void> => {
  await phone.kill();
  await phone.start();
};

test('a guest reads the feed without a server after one visit', async ({ phone, backend, engine }) => {
  await phone.open('/');
  await synced(phone);
  const title = await phone.evaluate(() => document.querySelector('article h2, article h3')?.textContent ?? '');
  expect(await databases(phone)).toContain(`rangeday-guest${SUFFIX[engine]}.db`);

  await backend.kill();
  await restart(phone);
  await phone.open('/');
  await phone.read(title);
  await phone.read('Offline');
});

test('a member’s post and draft survive a killed browser without a server, and the post is sent once', async ({
  phone,
  backend,
  engine,
}) => {
  const member = await register(backend);
  await logIn(phone, member);
  const [{ id } = { id: '' }] = await backend.query<{ id: string }>('select id from auth.users where email = $1', [
    member.email,
  ]);
  expect(await databases(phone)).toContain(`rangeday-${id}${SUFFIX[engine]}.db`);
  // Above all not of the guest's worker, whose database was closed by the log-in.
  expect(phone.complaints).toEqual([]);

  await backend.kill();
  const [sent, unfinished] = [`Sent after a kill ${Date.now()}`, 'Unfinished at the kill'];
  const title = { role: 'textbox', name: 'Title' } as const;
  await phone.click({ role: 'link', name: 'New post' });
  await phone.type(title, sent);
  await phone.click({ role: 'button', name: 'Post' });
  await phone.read(sent);
  await phone.read(/queued/i);
  await phone.click({ role: 'link', name: 'New post' });
  await phone.type(title, unfinished);
  await phone.read(/Draft saved \d/);
  await phone.reload();
  await phone.expectValue(title, unfinished);
  await expectToFit(phone, [360, 1280], 'the composer');

  await restart(phone);
  await phone.open('/create-post');
  await phone.expectValue(title, unfinished);
  await phone.click({ role: 'link', name: /^Outbox/ });
  await phone.read(sent);
  await expectToFit(phone, [360, 1280], 'the outbox');

  await backend.start();
  const stored = () => backend.query('select title from public.posts where title = any($1)', [[sent, unfinished]]);
  await expect.poll(stored).toEqual([{ title: sent }]);
  await phone.read('Nothing waiting.');
  await phone.click({ role: 'link', name: 'Feed' });
  await phone.see({ role: 'article', name: new RegExp(sent) });
  await expect.poll(() => phone.evaluate(() => document.body.innerText)).not.toMatch(/queued|sending/i);
  await expectToFit(phone, [360, 1280], 'the feed');
  expect(await stored()).toEqual([{ title: sent }]);
});

test('a photo and a message that were written without a server are sent once, after a killed browser', async ({
  phone,
  backend,
}, testInfo) => {
  await logIn(phone, await register(backend));
  const [{ id: reader } = { id: '' }] = await backend.query<{ id: string }>(
    `select id from profiles where username = 'marge_b'`,
  );
  // The page of the first visit comes from the server, not from the worker, and is left by a full load.
  await phone.evaluate(() => {
    addEventListener('pagehide', ({ persisted }) => localStorage.setItem('test-was-kept', String(persisted)));
  });
  await phone.open(`/messages/${reader}`);
  const wasKept = await phone.evaluate(() => localStorage.getItem('test-was-kept'));
  expect.soft(wasKept, 'whether the browser keeps that page, with its locks on the database').toBe('false');
  const field = { role: 'textbox', name: 'Type your message...' } as const;
  await phone.see(field);
  const picture = testInfo.outputPath('photo.jpg');
  await writeFile(picture, (await takePhoto(phone, 1600, 1200)).buffer);

  await backend.kill();
  const [title, message] = [`With a photo ${Date.now()}`, `Bay four at nine ${Date.now()}.`];
  await phone.type(field, message);
  await phone.click({ role: 'button', name: 'Send' });
  await phone.read(message);
  await phone.expectValue(field, '');
  await phone.click({ role: 'link', name: 'New post' });
  await phone.type({ role: 'textbox', name: 'Title' }, title);
  await phone.choose({ role: 'file', name: 'Photos' }, picture);
  await phone.read('Location removed from 1 photo');
  await phone.click({ role: 'button', name: 'Post' });
  await phone.read(title);

  await restart(phone);
  await phone.open('/outbox');
  await phone.read(title);
  await phone.read(message);
  await backend.start();
  await phone.read('Nothing waiting.');
  const messages = 'select content from private_messages where recipient_id = $1 and content = $2';
  expect(await backend.query(messages, [reader, message])).toEqual([{ content: message }]);
  await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'live', files: 1 }]);

  await phone.click({ role: 'link', name: 'Feed' });
  await phone.see({ role: 'article', name: new RegExp(title) });
  const shown = (name: string) =>
    [...document.querySelectorAll('article')]
      .filter((article) => article.innerText.includes(name))
      .flatMap((article) => [...article.querySelectorAll('img')])
      .filter(({ src, naturalWidth }) => src.includes('post-images') && naturalWidth > 1).length;
  await expect.poll(() => phone.evaluate(shown, title)).toBe(1);
});
