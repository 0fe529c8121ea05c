import type { Page } from '@playwright/test';

import { entry, expectArrival, writePost } from '../support/member.ts';
import { expect, test, unique } from './support/stage.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Members' });
const names = (page: Page) => list(page).getByRole('listitem').getByRole('link').allTextContents();
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter by name' });

test('members: a guest pages through more than a thousand, jumps to letters, filters, and reads the held ones offline', async ({
  newDevice,
  network,
  backend,
}) => {
  test.slow();
  // Forty for each letter, so that several pages of a hundred are split.
  await backend.query(`with made as (
      insert into auth.users (id, email) select gen_random_uuid(), 'crowd' || n || '@members.example' from generate_series(1, 1040) n returning id)
    insert into public.profiles (id, username, city, state, privacy_settings)
    select id, chr((97 + n % 26)::int) || '_crowd_' || n, 'Xenia', 'Ohio', jsonb_build_object('city', n % 2 = 0, 'state', n % 2 = 0)
    from (select id, row_number() over () n from made) numbered`);
  const page = await (await newDevice({ url: network.url, expected: /^Failed to load resource: / })).page();

  await test.step('the whole list, of which few lines are rendered', async () => {
    await page.goto('/members');
    await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
    const first = list(page).getByRole('listitem').filter({ hasText: '@a_crowd_' }).first();
    await expect(first).toBeVisible();
    await expect(first.getByRole('link')).toHaveAttribute('href', /^\/user\/a_crowd_/);
    expect(await list(page).getByRole('listitem').count()).toBeLessThan(120);
    await expect.poll(async () => (await list(page).boundingBox())?.height).toBeGreaterThan(1040 * 60);
  });

  await test.step('city and state only where they are not private', async () => {
    // 26 is even, so every second letter hides them.
    await filter(page).fill('b_crowd_');
    await expect(list(page).getByRole('listitem').filter({ hasText: 'Xenia, Ohio' }).first()).toBeVisible();
    await filter(page).fill('@Y_CROWD_');
    await expect(list(page).getByRole('listitem').filter({ hasText: '@y_crowd_' }).first()).toBeVisible();
    await expect(list(page)).not.toContainText('Xenia');
  });

  await test.step('a filter finds names on the server, and none only when that is certain', async () => {
    await filter(page).fill('k_crowd_10');
    await expect.poll(() => names(page)).toContain('@k_crowd_1024');
    await filter(page).fill('nobody-at-all');
    await expect(page.getByText('No users found.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(filter(page)).toBeFocused();
  });

  await test.step('letters by keyboard, with the official accounts last', async () => {
    const letters = page.getByRole('slider', { name: 'Jump to a letter' });
    await letters.focus();
    await page.keyboard.press('End');
    await expect(list(page).getByRole('link', { name: '@rangeday_support' })).toBeInViewport();
    await expect(letters).toHaveAttribute('aria-valuetext', 'Official accounts');
    await expect
      .poll(async () => (await names(page)).slice(-3))
      .toEqual(['@rangeday', '@rangeday_news', '@rangeday_support']);
    await expect(list(page).getByRole('listitem').last()).toContainText('Official');
    await letters.fill('13');
    await expect(list(page).getByRole('listitem').filter({ hasText: '@m_crowd_' }).first()).toBeInViewport();
    await expect(letters).toHaveAttribute('aria-valuetext', 'M');
  });

  await test.step('a line opens the member, and Back returns to it', async () => {
    const name = await list(page)
      .getByRole('link', { name: /^@m_crowd_/ })
      .first()
      .innerText();
    // By its name: another one is the first when the list moves.
    await list(page).getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`/user/${name.slice(1)}`);
    await page.goBack();
    await expect(list(page).getByRole('link', { name, exact: true })).toBeInViewport();
  });

  await test.step('offline: the members on this device, and how many', async () => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await network.down();
    await expect(page.getByText(/\d+ of 1,\d{3} are held on this device\./)).toBeVisible();
    await filter(page).fill('m_crowd_');
    await expect(
      list(page)
        .getByRole('link', { name: /^@m_crowd_/ })
        .first(),
    ).toBeVisible();
    await filter(page).fill('nobody-at-all');
    await expect(page.getByText('No match on this device.')).toBeVisible();
    await expect(page.getByText('No users found.')).toBeHidden();
    await page.goto('/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
    await expect(list(page).getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText('held on this device.')).toBeVisible();
  });
});

test('names, hashtags and mentions of members who exist, known to the device or not, are links', async ({
  page,
  network,
  backend,
}) => {
  await backend.query(`with made as (insert into auth.users (id, email) values (gen_random_uuid(), 'quiet@members.example') returning id)
    insert into public.profiles (id, username) select id, 'Quiet.One.' from made`);
  const title = `${unique('Named')} by @marge_b for #clays`;
  await writePost(page, title, 'Ask @Old_Kip. or @quiet.one. but not @no.such.member. #reloading');
  const post = entry(page, title);

  await test.step('in the feed', async () => {
    await expect(post.getByRole('link', { name: '@Old_Kip', exact: true })).toHaveAttribute('href', '/user/old_kip');
    // Not on this device: the server knows the name, and its dot.
    await expect(post.getByRole('link', { name: '@quiet.one.', exact: true })).toHaveAttribute(
      'href',
      '/user/Quiet.One.',
    );
    await expect(post.getByText('@no.such.member')).toBeVisible();
    await expect(post.getByRole('link', { name: '#reloading' })).toHaveAttribute('href', '/tags/reloading');
    await expect(post.getByRole('link', { name: '@no.such.member' })).toHaveCount(0);
  });

  await test.step('the entry still opens the post, and its author the profile', async () => {
    const author = post.getByRole('link', { name: /^@user_/ });
    const name = await author.innerText();
    // On the avatar.
    await post.click({ position: { x: 30, y: 30 } });
    await expect(page).toHaveURL(`/user/${name.slice(1)}`);
    await page.goBack();
    await expectArrival(page, title);
    await post.getByRole('link', { name: title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: '@Old_Kip', exact: true })).toBeVisible();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading.getByRole('link', { name: '@marge_b' })).toHaveAttribute('href', '/user/marge_b');
    await expect(heading.getByRole('link', { name: '#clays' })).toHaveAttribute('href', '/tags/clays');
  });

  await test.step('in a comment written offline', async () => {
    await network.down();
    await expect(page.getByText('Offline').filter({ visible: true }).first()).toBeVisible();
    await page.getByLabel('Comment on this post').fill('@marge_b knows, @never.seen.here does not');
    await page.getByRole('button', { name: 'Send comment' }).click();
    const comment = page.getByRole('listitem').filter({ hasText: 'knows' });
    await expect(comment.getByRole('link', { name: '@marge_b' })).toHaveAttribute('href', '/user/marge_b');
    await expect(comment.getByRole('link', { name: '@never.seen.here' })).toHaveCount(0);
  });
});
