import type { Page } from '@playwright/test';

import { demoMember } from '../../scripts/gallery/worlds.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';
import { expect, test } from './support/fixtures.ts';
import { findTraces, leaveApp } from './support/storage.ts';

const main = (page: Page) => page.getByRole('main');
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);

test('a member sees their whole profile and others see what is not private', async ({
  newDevice,
  backend,
  network,
}) => {
  test.slow();
  const behind = { url: network.url, expected: /^Failed to load resource: / };
  const owner = await (await newDevice(behind)).page();
  const reader = await (await newDevice(behind)).page();
  const member = await register(backend);
  await openSignedIn(owner, backend, member);
  const [profile] = await backend.query<{ id: string; username: string }>(
    `update profiles set first_name = 'Olive', last_name = 'Hiddenlast', city = 'Hiddencity', state = 'Ohio', dob = '1971-02-03', about = 'Clays.' || chr(10) || 'See www.example.org',
       privacy_settings = '{"last_name": true, "city": true}', joined_at = '2024-03-05',
       profile_image_url = '/seed/av7.webp' where email = $1 returning id, username`,
    [member.email],
  );
  const { id, username } = profile!;
  await backend.query(
    `insert into posts (user_id, title, description, created_at) select $1, 'Relay ' || n, 'One of thirty.', now() - n * interval '1 minute'
     from generate_series(30, 1, -1) n`,
    [id],
  );

  await owner.getByRole('link', { name: 'Profile' }).first().click();
  await expect(owner).toHaveURL(/\/profile$/);
  await expect(owner.getByRole('heading', { level: 1, name: `@${username}` })).toBeVisible();
  await expect(main(owner)).toContainText('Olive Hiddenlast');
  await expect(main(owner)).toContainText('Hiddencity, Ohio');
  await expect(main(owner)).toContainText('Joined March 2024');
  await expect(owner.getByTitle('Only you can see this')).toHaveCount(2);
  await expect(main(owner)).toContainText('Sharpshooter');
  await expect(main(owner)).toContainText('20 posts to Veteran');
  await expect(main(owner).getByText('Member', { exact: true })).toBeVisible();
  await expect(owner.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/profile?edit=true');
  await expect(owner.getByRole('heading', { name: 'Your Friends' })).toBeVisible();

  await openSignedIn(reader, backend, await register(backend));
  // Encoded and in upper case.
  await visit(reader, `/user/${username.toUpperCase().replace('_', '%5F')}`);
  await expect(reader.getByRole('heading', { level: 1, name: `@${username}` })).toBeVisible();
  await expect(main(reader).locator('header img[src="/seed/av7.webp"]')).toBeVisible();
  await expect(main(reader)).toContainText('Olive');
  await expect(main(reader)).toContainText('Ohio');
  await expect(main(reader).getByRole('link', { name: 'www.example.org' })).toHaveAttribute('target', '_blank');
  await expect(main(reader).getByText('30', { exact: true })).toBeVisible();
  await expect(main(reader).getByText('Member', { exact: true })).toBeHidden();
  await expect(reader.getByRole('link', { name: 'Edit Profile' })).toBeHidden();
  await expect(main(reader)).not.toContainText('Hidden');

  // Older posts on scroll.
  await expect(main(reader).getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  await expect(async () => {
    await reader.mouse.wheel(0, 3000);
    await expect(reader.getByRole('heading', { name: 'Relay 30', exact: true })).toBeInViewport({ timeout: 500 });
  }).toPass();
  await reader.evaluate(() => scrollTo(0, 0));

  // The role of staff is not for members.
  await visit(reader, '/user/old_kip');
  await expect(main(reader).getByText(/^Joined /)).toBeVisible();
  await expect(main(reader).getByText('CEO', { exact: true })).toBeHidden();

  // A profile seen once reads offline; one that was not seen is not called missing.
  await visit(reader, '/user/no_such_member');
  await expect(reader.getByText('Profile not found.')).toBeVisible();
  await network.down();
  await reader.goto(`/user/${username}`);
  await expect(main(reader)).toContainText('Clays.');
  await expect(reader.getByRole('heading', { name: 'Relay 1', exact: true })).toBeVisible();
  await visit(reader, '/user/never_seen');
  await expect(reader.getByText('Not on this device yet.')).toBeVisible();
  await visit(owner, '/profile');
  await expect(main(owner)).toContainText('Hiddencity, Ohio');
  await network.up();
  await leaveApp(reader);
  const traces = await findTraces(reader, ['Clays.', 'Hiddenlast', 'Hiddencity', '1971-02-03', member.email]);
  // Control: what is public is in the database's file.
  expect(traces).toContainEqual(expect.stringMatching(/^Clays\. in .*\.db/));
  expect(traces.filter((trace) => !trace.startsWith('Clays.'))).toEqual([]);
});

test(
  'a profile is shared, shows its latest post and, to staff, the role',
  { tag: '@variant' },
  async ({ newDevice, backend }) => {
    const page = await (await newDevice()).page();
    await page.addInitScript(() => {
      const shared: unknown[] = [];
      Object.assign(globalThis, { shared });
      Object.defineProperty(navigator, 'share', {
        value: async (data: unknown) => void shared.push(data),
        configurable: true,
      });
    });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openSignedIn(page, backend, demoMember('admin'));
    await page.goto('/user/old_kip');
    await expect(main(page).getByText('CEO', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Share profile' }).click();
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(notice(page, 'Profile link copied to clipboard!')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${backend.url}/user/old_kip`);
    await page.getByRole('button', { name: 'Share profile' }).click();
    await page.getByRole('button', { name: 'Share with an app' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    // Set by the stub above, in the page; the global has no type for it.
    expect(await page.evaluate(() => (globalThis as unknown as { shared: unknown[] }).shared)).toEqual([
      { title: '@old_kip', url: `${backend.url}/user/old_kip` },
    ]);

    // Posts older than the newest 100 come in pages.
    await backend.query(
      `insert into posts (user_id, title, created_at) select id, 'Old log ' || n, now() - interval '1 year' - n * interval '1 hour'
     from profiles, generate_series(1, 170) n where username = 'old_kip'`,
    );
    const oldest = page.getByText('Old log 170', { exact: true });
    await expect(async () => {
      await page.mouse.wheel(0, 100_000);
      await expect(oldest).toBeVisible({ timeout: 250 });
    }).toPass();
    await page.goto('/user/old_kip');

    const part = page.locator('section').filter({ hasText: 'Latest post' });
    const latest = part.getByRole('article').getByRole('heading').getByRole('link');
    const words = await latest.innerText();
    // The list below begins with the next one.
    await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: words, exact: true })).toHaveCount(1);
    await latest.click();
    await expect(page).toHaveURL(/\/posts\//);
    await expect(page.getByRole('article').first()).toContainText(words);
  },
);
