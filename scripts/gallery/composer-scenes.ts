import { expect } from '../../tests/support/member.ts';
import { writeOffline } from './feed-scenes.ts';
import { openOutbox, postCalled } from './post-scenes.ts';
import { firstPost, showsText, type Scene } from './scene.ts';

/** Composer, edit form and outbox. */
export const COMPOSER_SCENES: readonly Scene[] = [
  {
    name: 'edit-post',
    route: '/edit-post/$id',
    path: async (world) => (await postCalled('Zero held after')(world)).replace('posts', 'edit-post'),
    as: 'member',
    shows: showsText('Update Post'),
  },
  {
    name: 'edit-denied',
    route: '/edit/$id',
    path: async (world) => (await postCalled('Fog lifted')(world)).replace('posts', 'edit'),
    as: 'member',
    shows: showsText('Only the author can edit a post.'),
  },
  {
    name: 'create-post-drafts',
    like: 'create-post-recipients',
    path: '/create-post',
    as: 'member',
    leavesDraft: true,
    async act({ page }) {
      const title = page.getByRole('textbox', { name: 'Title' });
      await title.fill('Notes for the Sunday class');
      await showsText('Draft saved')(page);
      await page.getByRole('button', { name: /Drafts/ }).click();
      await page.getByRole('button', { name: 'Start a new one' }).click();
      await title.fill('Frost on the berm, and the kettle is on');
      await showsText('Draft saved')(page);
      await page.getByRole('button', { name: /Drafts/ }).click();
    },
    shows: showsText('Unfinished posts on this device.'),
  },
  { name: 'create-post', like: 'create-post-full', path: '/create-post', as: 'member' },
  { name: 'create-post-large-text', like: 'create-post-full', path: '/create-post', as: 'member', textSize: 2 },
  {
    name: 'create-post-written',
    like: 'create-post-full',
    path: '/create-post',
    as: 'member',
    leavesDraft: true,
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Frost on the berm, and the kettle is on');
      await page
        .getByRole('textbox', { name: 'Text' })
        .fill('Bay 4 again. Bring a scarf. @marge_b has the key. #steelchallenge');
    },
    shows: showsText('Draft saved'),
  },
  {
    name: 'create-post-full',
    path: '/create-post',
    as: 'ceo',
    leavesDraft: true,
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
      await page
        .getByRole('textbox', { name: 'Text' })
        .fill('Six plates, four friends, one thermos. Wind from the left until noon. #steelchallenge');
      await page.getByText('Preview').click();
      await page.getByRole('button', { name: 'Add a poll' }).click();
      await page.keyboard.type('Which stage next Saturday?');
      await page.getByRole('textbox', { name: 'Option 1' }).fill('Smoke and hope');
      await page.getByRole('button', { name: 'Add option' }).click();
      await page.getByRole('switch', { name: 'Pin to Top' }).check();
    },
    shows: showsText('Draft saved'),
  },
  {
    name: 'create-post-mention',
    like: 'create-post-full',
    path: '/create-post',
    as: 'member',
    leavesDraft: true,
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Text' }).pressSequentially('Key to the shed is with @mar');
      await expect(page.getByRole('option', { name: '@marge_b' })).toBeVisible();
      await expect(page.getByText('Searching...')).toBeHidden();
    },
    shows: showsText('Draft saved'),
  },
  {
    name: 'create-post-emoji',
    path: '/create-post',
    as: 'member',
    leavesDraft: true,
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Text' }).fill('Six plates, one thermos ');
      await page.getByRole('button', { name: 'Emoji' }).click();
      await page.locator('[data-epr-part="expand-reactions"]').click();
      await page.getByRole('button', { name: 'Emoji' }).evaluate((button) => button.scrollIntoView());
    },
    shows: showsText('Smileys and people'),
  },
  {
    name: 'create-post-recipients',
    path: '/create-post',
    as: 'member',
    leavesDraft: true,
    async act({ page }) {
      await page.getByRole('button', { name: 'Who sees it' }).click();
      await page.getByRole('radio', { name: 'Chosen friends' }).check();
      await page.getByRole('checkbox').first().check();
    },
    shows: showsText('Show it to 1 friend'),
  },
  {
    name: 'create-post-offline',
    like: 'create-post-full',
    goesOffline: true,
    path: '/',
    as: 'member',
    async act(stage) {
      await firstPost(stage.page);
      await stage.goOffline();
      await stage.page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
      await stage.page.getByRole('textbox', { name: 'Title' }).fill('Written without a bar of signal');
    },
    shows: showsText('Will send automatically'),
  },
  // With its own account: the rejection of another scene would appear on every device of its member.
  {
    name: 'outbox-empty',
    like: 'feed-friends-empty',
    path: '/outbox',
    as: 'newcomer',
    leavesNothing: true,
    shows: showsText('Nothing waiting.'),
  },
  {
    name: 'outbox-offline',
    like: 'outbox-refused',
    goesOffline: true,
    path: '/',
    as: 'member',
    async act(stage) {
      await writeOffline(stage, [
        'Frost on the berm, and the kettle is on',
        'Second relay, all on paper',
        'Lost: one green thermos',
      ]);
      await openOutbox(stage);
    },
    shows: showsText('Queued'),
  },
];
