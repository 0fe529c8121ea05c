import { expect, test } from './support/fixtures.ts';
import { fillLogIn, register } from '../support/member.ts';

declare global {
  var releaseSession: () => void;
}

/** The browser opens the storage of the session only when the test calls `releaseSession`. */
function holdSession(): void {
  const held: (() => void)[] = [];
  const open = indexedDB.open.bind(indexedDB);
  globalThis.releaseSession = () => held.splice(0).forEach((answer) => answer());
  IDBFactory.prototype.open = (name, version) => {
    if (name !== 'rangeday-kv') return open(name, version);
    // As much of a request as the app uses.
    const request = {} as { onsuccess?: () => void; result?: IDBDatabase };
    held.push(() => {
      const real = open(name, version);
      real.onsuccess = () => {
        request.result = real.result;
        request.onsuccess?.();
      };
    });
    return request as unknown as IDBOpenDBRequest;
  };
}

test('guests go from a member page to the log-in and back; members leave the sign-up, and wait for a session that is read late', async ({
  page,
  backend,
}) => {
  const member = await register(backend);
  await page.goto('/outbox');
  await expect(page).toHaveURL(/\/login\?next=%2Foutbox$/);
  await page.goto('/create-post');
  await expect(page).toHaveURL(/\/login\?next=%2Fcreate-post$/);
  await fillLogIn(page, member);
  await expect(page).toHaveURL(/\/create-post$/);

  await page.goto('/signup');
  await expect(page).toHaveURL(/\/$/);

  await page.addInitScript(holdSession);
  await page.goto('/messages');
  await expect(page).toHaveURL(/\/login\?next=%2Fmessages$/);
  await page.evaluate(() => globalThis.releaseSession());
  await expect(page).toHaveURL(/\/messages$/);
});

test('A59: redirect_to opens a page of the app and no other site, and is removed from the address', async ({
  page,
  backend,
}) => {
  await page.goto('/?redirect_to=%2Fprivacy%3Fa%3Db%23c');
  await expect(page).toHaveURL(/\/privacy\?a=b#c$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await page.goto('/about?redirect_to=%2Fprivacy');
  await expect(page).toHaveURL(/\/privacy$/);

  // safe-path.test.ts has all that is refused: here, that it is asked.
  const bad = ['//evil.example', 'javascript:alert(1)'];
  for (const target of bad) {
    await page.goto(`/about?redirect_to=${encodeURIComponent(target)}&kept=1`);
    await expect(page.getByRole('heading', { level: 1, name: 'About' }), target).toBeVisible();
    const url = new URL(page.url());
    expect(url.origin, target).toBe(backend.url);
    expect(url.pathname, target).toBe('/about');
    expect(url.search, target).toBe('?kept=1');
  }
});
