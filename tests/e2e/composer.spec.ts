import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { entry, expectArrival, type Member, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { expect, test, unique } from './support/stage.ts';
import { draftIsStored } from './support/storage.ts';
import { visit } from '../support/visit.ts';

interface Person {
  id: string;
  username: string;
}

async function profileOf(backend: Backend, { email }: Member): Promise<Person> {
  const [profile] = await backend.query<Person>('select id, username from profiles where email = $1', [email]);
  return profile!;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

test.describe('with one friend', () => {
  test.use({ ownMember: true });

  test('a post with a poll for a chosen friend is written offline, sent once, and voted on by the friend', async ({
    page,
    phone,
    member,
    network,
    newDevice,
    backend,
  }) => {
    // Two browsers.
    test.slow();
    let ann = page;
    const ben = await (await newDevice()).page();
    const friend = await register(backend);
    await openSignedIn(ben, backend, friend);
    const [annIs, benIs] = [await profileOf(backend, member), await profileOf(backend, friend)];
    await backend.query(
      `insert into friends (user_id, friend_id, status) values ($1, $2, 'accepted'), ($2, $1, 'accepted')`,
      [annIs.id, benIs.id],
    );
    await visit(ann, '/create-post');
    await button(ann, 'Who sees it Everyone').click();
    await ann.getByRole('radio', { name: 'Chosen friends' }).check();
    await ann.getByRole('checkbox', { name: benIs.username }).check();
    await button(ann, 'Show it to 1 friend').click();
    await network.down();

    const title = unique('Poll');
    await button(ann, 'Post').click();
    await expect(ann.getByText('Please include at least a title, description, gif or image.')).toBeVisible();
    await field(ann, 'Title').fill(title);
    await button(ann, 'Add a poll').click();
    await field(ann, 'Poll question').fill('Which stage?');
    await field(ann, 'Option 1').fill('Smoke and hope');
    await button(ann, 'Post').click();
    await expect(ann.getByText('Poll question and all options must be filled.')).toBeVisible();
    await field(ann, 'Option 2').fill('Five to go');
    // The note of the form may be that of an earlier change.
    await draftIsStored(ann, 'Five to go');

    // The draft has all of it.
    await phone.kill();
    await phone.start();
    ann = await phone.page();
    await ann.goto('/create-post');
    await expect(field(ann, 'Option 2')).toHaveValue('Five to go');
    await expect(button(ann, 'Who sees it Chosen friends 1')).toBeVisible();
    await button(ann, 'Post').click();
    await expect(entry(ann, title).getByText('Queued')).toBeVisible();

    await network.up();
    const rows = () =>
      backend.query(
        `select p.visibility, r.readers, q.options, q.post_id = p.id as bound
         from posts p join post_readers r on r.id = p.id join polls q on q.id = p.poll_id where p.title = $1`,
        [title],
      );
    await expect
      .poll(rows)
      .toEqual([
        { visibility: 'friends', readers: [benIs.id], options: ['Smoke and hope', 'Five to go'], bound: true },
      ]);

    await visit(ben, '/?tab=friends');
    await expectArrival(ben, title);
    // In the feed; the page of the post shows the same.
    await button(ben, 'Vote: Five to go').click();
    await expect(ben.getByText('100%')).toBeVisible();
    await expect(ben.getByText('Your vote')).toBeVisible();
    await expect(ben.getByRole('button', { name: 'Smoke and hope' })).toBeDisabled();
    await visit(ann, '/?tab=friends');
    await entry(ann, title).getByRole('link', { name: title }).click();
    // The feed behind the page has the same card.
    await expect(ann.getByRole('group', { name: 'Poll' }).getByText('1 vote ·')).toBeVisible();
  });
});

test('a gif is found and posted, a mention is picked by keys, online and offline, and an emoji goes to the caret', async ({
  page,
  member,
  network,
  backend,
}) => {
  await test.step('a gif, and a picker that reports when it cannot load', async () => {
    const { id } = await profileOf(backend, member);
    await visit(page, '/create-post');
    await button(page, 'Add a GIF').click();
    const search = page.getByRole('searchbox', { name: 'Search GIFs...' });
    await expect(button(page, 'Coffee')).toBeVisible();
    await expect(page.getByRole('link', { name: 'GIPHY' })).toBeVisible();
    await search.fill('fail');
    await expect(page.getByText('Error loading GIFs. Try again?')).toBeVisible();
    await expect(page.getByText('Made to fail')).toBeVisible();
    await search.fill('abroad');
    await expect(page.getByText('This content is not available in your location')).toBeVisible();
    await search.fill('bullseye');
    await button(page, 'Bullseye').click();
    await expect(page.getByRole('img', { name: 'Chosen GIF' })).toBeVisible();
    await button(page, 'Post').click();
    await expect
      .poll(() => backend.query('select gif_url from posts where user_id = $1 order by created_at desc limit 1', [id]))
      .toEqual([{ gif_url: '/_dev/giphy/media/made12.svg' }]);
    const reports = async () =>
      ((await (await fetch(`${backend.url}/_dev/giphy/events`)).json()) as { action_type: string }[]).map(
        (event) => event.action_type,
      );
    await expect.poll(reports).toEqual(expect.arrayContaining(['SEEN', 'CLICK']));

    await network.down();
    await visit(page, '/create-post');
    await expect(page.getByText('Will send automatically when you are online.')).toBeVisible();
    await button(page, 'Add a GIF').click();
    await expect(page.getByText('GIFs load when you are online.')).toBeVisible();
    await network.up();
    await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
  });

  await test.step('mentions and emoji', async () => {
    const title = unique('Lost key');
    await backend.query(
      "insert into posts (user_id, title, description) select id, $1, 'Up :flag:' from profiles where username = 'marge_b'",
      [title],
    );
    await visit(page, '/create-post');
    const text = field(page, 'Text');
    // Keys that are typed before the draft is loaded go nowhere.
    await expect(text).toBeEditable();
    await text.pressSequentially('Key is with @mar');
    await expect(page.getByRole('option', { name: '@marge_b' })).toHaveAttribute('aria-selected', 'true');
    await text.press('Enter');
    await expect(text).toHaveValue('Key is with @marge_b ');
    // Known only to the server.
    await text.pressSequentially('and @mr_tib');
    await page.getByRole('option', { name: '@mr_tibbets' }).click();
    await expect(text).toHaveValue('Key is with @marge_b and @mr_tibbets ');
    await button(page, 'Emoji').click();
    // The quick reactions, and a + for all emoji.
    const quick = page.locator('[data-epr-part="reaction"]');
    await expect(quick).toHaveCount(7);
    await page.locator('[data-epr-part="expand-reactions"]').click();
    await page.getByRole('textbox', { name: 'Search emoji' }).fill('hot beverage');
    await page.getByText(/emoji found/).waitFor({ state: 'attached' });
    await page.getByRole('gridcell', { name: 'hot beverage' }).last().click();
    await expect(text).toHaveValue('Key is with @marge_b and @mr_tibbets \u2615');

    await page.getByRole('link', { name: 'Close (draft is saved)' }).click();
    await expectArrival(page, title);
    await network.down();
    await expect(entry(page, title).getByRole('img', { name: 'flag' })).toBeVisible();
    await entry(page, title).getByRole('link').last().click();
    const comment = field(page, 'Comment on this post');
    await expect(comment).toBeEditable();
    await comment.pressSequentially('Ask @old');
    await page.getByRole('option', { name: '@old_kip' }).click();
    await button(page, 'Emoji').click();
    await expect(quick).toHaveCount(7);
    await page.locator('[data-epr-part="expand-reactions"]').click();
    await page.getByRole('textbox', { name: 'Search emoji' }).fill('hot beverage');
    await page.getByText(/emoji found/).waitFor({ state: 'attached' });
    await page.getByRole('gridcell', { name: 'hot beverage' }).last().click();
    await expect(comment).toHaveValue('Ask @old_kip ☕');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Emoji')).toBeFocused();
    await button(page, 'Send comment').click();
    await expect(page.getByRole('main').getByText('Queued').first()).toBeVisible();
  });
});
