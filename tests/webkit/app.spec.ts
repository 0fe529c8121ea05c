import { register } from '../support/member.ts';
import { expect, test } from './support/fixtures.ts';
import { expectToFit } from './support/overflow.ts';
import type { Phone } from './support/phone.ts';

test.use({
  expected:
    /Sync error|error closing|Could not connect|connection|WebSocket|Failed to load resource|due to access control/,
});

/** Waits until the feed has synced and the app can start without a network. */
async function synced(phone: Phone): Promise<void> {
  await phone.see({ role: 'article' });
  await phone.read(/Online · updated/);
  await phone.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Names of the databases on the device. */
const databases = (phone: Phone) =>
  phone.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted());

const restart = async (phone: Phone): Promise<void> => {
  await phone.kill();
  await phone.start();
};

test('a guest reads the feed without a server after one visit', async ({ phone, backend }) => {
  await phone.open('/');
  await synced(phone);
  const title = await phone.evaluate(() => document.querySelector('article h2, article h3')?.textContent ?? '');
  expect(await databases(phone)).toContain('rangeday-guest-idb.db');

  await backend.kill();
  await restart(phone);
  await phone.open('/');
  await phone.read(title);
  await phone.read('Offline');
});

test('a member’s post and draft survive a killed browser without a server, and the post is sent once', async ({
  phone,
  backend,
}) => {
  const member = await register(backend);
  await phone.open('/login');
  await phone.type({ role: 'textbox', name: 'Email' }, member.email);
  await phone.type({ role: 'textbox', name: 'Password' }, member.password);
  await phone.click({ role: 'button', name: 'Log In' });
  await phone.see({ role: 'button', name: 'Log Out' });
  await phone.click({ role: 'link', name: 'Feed' });
  await synced(phone);
  expect((await databases(phone)).join(' ')).toMatch(/rangeday-[0-9a-f-]{36}-idb\.db/);
  // Above all not of the guest's worker, whose database was closed by the log-in.
  expect(phone.complaints).toEqual([]);

  await backend.kill();
  const [sent, unfinished] = [`Sent from WebKit ${Date.now()}`, 'Unfinished in WebKit'];
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
  await expect.poll(() => phone.valueOf(title)).toBe(unfinished);
  await expectToFit(phone, [360, 1280], 'the composer');

  await restart(phone);
  await phone.open('/create-post');
  await expect.poll(() => phone.valueOf(title)).toBe(unfinished);
  await phone.click({ role: 'link', name: /^Outbox/ });
  await phone.read(sent);
  await expectToFit(phone, [360, 1280], 'the outbox');

  await backend.start();
  const arrived = () => backend.query('select title from public.posts where title = any($1)', [[sent, unfinished]]);
  await expect.poll(arrived).toEqual([{ title: sent }]);
  await phone.read('Nothing waiting.');
  await phone.click({ role: 'link', name: 'Feed' });
  await phone.see({ role: 'article', name: new RegExp(sent) });
  await expect.poll(() => phone.evaluate(() => document.body.innerText)).not.toMatch(/queued|sending/i);
  await expectToFit(phone, [360, 1280], 'the feed');
  expect(await arrived()).toEqual([{ title: sent }]);
});
