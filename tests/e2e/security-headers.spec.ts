import { expect, test } from './support/fixtures.ts';
import { register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';

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

test('the app violates no security policy and sends no third-party requests', async ({ newDevice, backend }) => {
  const device = await newDevice();
  const page = await device.page();
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`Policy violated: ${violatedDirective} ${blockedURI}`),
    );
  });
  await openSignedIn(page, backend, await register(backend));
  await writePost(page, `Policy ${Date.now()}`);
  for (const path of ['/signup', '/outbox', '/']) await page.goto(path);
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(device.complaints).toEqual([]);
  expect(device.foreign).toEqual([]);
});

test('A57, A60: the policy blocks an inline script', async ({ page }) => {
  await page.goto('/');
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.head.append(script);
    return 'wasRun' in window;
  });
  expect(ran).toBe(false);
});
