import { expect, test } from './support/fixtures.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';

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

const PAGES: Record<string, string> = {
  '/login': 'Log In',
  '/signup': 'Sign Up',
  '/verify-email': 'Check your email',
  '/reset-password': 'Choose a new password',
  '/about': 'About',
  '/contact': 'Contact',
  '/privacy': 'Privacy',
  '/install': 'Install',
  '/csae': 'CSAE Policy',
  '/merch': 'Merch',
  '/settings': 'Settings',
};

test('every page has its title in the bar and in the tab', async ({ page }) => {
  for (const [path, title] of Object.entries(PAGES)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Rangeday`);
  }
  await page.goto('/');
  await expect(page).toHaveTitle('Rangeday');
});

test('unknown addresses show the not-found page', async ({ page }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found.');
  await page.getByRole('main').getByRole('link', { name: 'Back to the feed' }).click();
  await expect(page.getByRole('feed')).toBeVisible();
});

test('guests are redirected from a member page to the log-in and back', async ({ page, backend }) => {
  const member = await register(backend);
  await page.goto('/outbox');
  await expect(page).toHaveURL(/\/login\?next=%2Foutbox$/);
  await page.goto('/create-post');
  await expect(page).toHaveURL(/\/login\?next=%2Fcreate-post$/);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password').fill(member.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).toHaveURL(/\/create-post$/);
});

test('a member is redirected away from the sign-up, also if the device takes long to read the session', async ({
  page,
  backend,
}) => {
  await openSignedIn(page, backend, await register(backend));
  await page.goto('/signup');
  await expect(page).toHaveURL(/\/$/);

  await page.addInitScript(holdSession);
  await page.goto('/messages');
  await expect(page).toHaveURL(/\/login\?next=%2Fmessages$/);
  await page.evaluate(() => globalThis.releaseSession());
  await expect(page).toHaveURL(/\/messages$/);
});

test('redirect_to opens a page of the app and is removed from the address', async ({ page }) => {
  await page.goto('/?redirect_to=%2Fprivacy%3Fa%3Db%23c');
  await expect(page).toHaveURL(/\/privacy\?a=b#c$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await page.goto('/about?redirect_to=%2Fprivacy');
  await expect(page).toHaveURL(/\/privacy$/);
});

test('A59: redirect_to opens no other site', async ({ page, backend }) => {
  const bad = ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', '/\t/evil.example'];
  for (const target of bad) {
    await page.goto(`/about?redirect_to=${encodeURIComponent(target)}&kept=1`);
    await expect(page.getByRole('heading', { level: 1, name: 'About' }), target).toBeVisible();
    const url = new URL(page.url());
    expect(url.origin, target).toBe(backend.url);
    expect(url.pathname, target).toBe('/about');
    expect(url.searchParams.has('redirect_to'), target).toBe(false);
  }
});

test('every page opens offline after one visit', async ({ newDevice, backend }) => {
  const page = await (await newDevice()).page();
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await backend.kill();
  for (const [path, title] of Object.entries(PAGES)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title);
  }
});
