import { expect, test } from './support/fixtures.ts';

// An earlier visit would have cached the files of the app.
test.use({ firstVisit: true });

const EXPECTED: Record<string, RegExp> = {
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^strict-origin-when-cross-origin$|^no-referrer$|^same-origin$/,
  'permissions-policy': /geolocation=\(\)/,
  'cross-origin-opener-policy': /^same-origin$/,
  'x-frame-options': /^DENY$/,
};

const POLICY = [
  "default-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data: https://*.giphy.com",
  "font-src 'self'",
  "media-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
  "frame-ancestors 'none'",
];

/** Texts that the build has written into the page are allowed by their hash, and no others. */
const BY_HASH = [
  /^script-src 'self' 'wasm-unsafe-eval'( 'sha256-[\w+/]{43}=')+$/,
  /^style-src 'self'( 'sha256-[\w+/]{43}=')+$/,
];

test('A60: every file of the app is served with the security headers', async ({ page, backend }) => {
  const responses: { path: string; headers: Record<string, string> }[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    responses.push({ path: pathname, headers: response.headers() });
  });
  await page.goto('/posts/anything');
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const app = responses.filter(({ path }) => !/^\/(auth\/v1|rest|storage|functions|api|powersync|_dev)\//.test(path));
  expect(app.map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/posts/anything']));
  for (const { path, headers } of app) {
    for (const [name, value] of Object.entries(EXPECTED)) expect(headers[name], `${name} of ${path}`).toMatch(value);
    const policy = (headers['content-security-policy'] ?? '').split(/;\s*/);
    expect(policy, `policy of ${path}`).toEqual(expect.arrayContaining(POLICY));
    for (const directive of BY_HASH)
      expect(policy, `policy of ${path}`).toContainEqual(expect.stringMatching(directive));
  }

  for (const path of ['/sw.js', '/assets/not-there.js']) {
    const answer = await fetch(`${backend.url}${path}`);
    expect(answer.headers.get('content-security-policy'), path).toContain("default-src 'self'");
    expect(answer.status, path).toBe(path === '/sw.js' ? 200 : 404);
    expect(answer.headers.get('content-type'), path).not.toContain('text/html');
  }
});

test('A57, A60: the policy blocks scripts, markup and workers of a text, and the check of each device reports it', async ({
  newDevice,
}) => {
  const device = await newDevice();
  const page = await device.page();
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(device.complaints).toEqual([]);
  const outcomes = await page.evaluate(() => {
    const attempts: (() => unknown)[] = [
      () => (document.createElement('script').textContent = 'window.wasRun = true'),
      () => (document.createElement('script').src = '/storage/v1/object/public/public-videos/a.js'),
      () => (document.createElement('div').innerHTML = '<img src=x onerror="window.wasRun = true">'),
      () => document.createElement('a').setAttribute('onclick', 'window.wasRun = true'),
      () => new Worker('/storage/v1/object/public/public-videos/a.js'),
      () => navigator.serviceWorker.register('/storage/v1/object/public/public-videos/a.js'),
    ];
    return Promise.all(
      attempts.map(async (attempt) => {
        try {
          await attempt();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      }),
    );
  });
  expect(outcomes).toEqual(outcomes.map(() => 'TypeError'));
  expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
  // A control: after each test with a device, `newDevice` expects no complaints and no requests to third parties.
  const reported = () => device.complaints.filter((line) => line.includes('require-trusted-types-for')).length;
  await expect.poll(reported).toBeGreaterThanOrEqual(outcomes.length);
  const inline = await page.evaluate(() => {
    const sheet = document.createElement('style');
    sheet.textContent = 'body { display: none }';
    document.head.append(sheet);
    return getComputedStyle(document.body).display;
  });
  expect(inline).not.toBe('none');
  // The last of the reports, in the page's own words.
  const last = () => device.complaints.some((line) => line.startsWith('violation of the security policy: style-src'));
  await expect.poll(last).toBe(true);
  device.complaints.splice(0);
});
