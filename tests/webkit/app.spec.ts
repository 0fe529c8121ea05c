import { expect, test } from './support/fixtures.ts';
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
