import { bringUp, choose, holdReducing, photosOf, pick, saveData, writeWithPhotos } from './photo-files.ts';
import { firstPost, showsText, type Scene, type Stage } from './scene.ts';
import { demoMember } from './worlds.ts';

const UPLOADS = '**/storage/v1/upload/resumable*';

/** A post with two photos, which the feed shows. */
async function postPhotos({ page }: Stage): Promise<void> {
  await firstPost(page);
  const photos = await photosOf(page, ['steel', 'bench']);
  await page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
  await writeWithPhotos(page, photos);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
}

async function refuseUploads({ page }: Stage): Promise<void> {
  const json = { statusCode: '415', message: 'The file does not match its type.' };
  await page.route(UPLOADS, (route) => route.fulfill({ status: 415, json }));
}

async function holdUploads({ page }: Stage): Promise<void> {
  // Never answered.
  await page.route(UPLOADS, () => {});
}

/** Opens it from the shell. */
const openOutbox = ({ page }: Stage): Promise<void> =>
  page
    .getByRole('link', { name: /waiting|outbox/i })
    .filter({ visible: true })
    .first()
    .click();

/** Submits a post whose photos are never reduced, and leaves its form. */
async function submitUnreduced({ page }: Stage): Promise<void> {
  await firstPost(page);
  const photos = await photosOf(page, ['steel', 'bench', 'target']);
  await page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Best steel day this year');
  await pick(page, photos);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('link', { name: 'Close (draft is saved)' }).click();
}

/** Comments on the first post, with a photo. */
async function commentWithPhoto({ page }: Stage): Promise<void> {
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await page.getByLabel('Comment on this post').fill('Here is mine, from the tower.');
  await choose(page, await photosOf(page, ['range']));
  await page.getByRole('button', { name: 'Send comment' }).click();
}

/** A post whose photos are on another device of the member. */
async function postElsewhere({ world }: Stage): Promise<void> {
  await world.backend?.query(
    `with post as (insert into posts (user_id, title, description, status)
       select id, 'Best steel day this year', 'Six plates, four friends.', 'pending_media' from profiles where email = $1 returning id, user_id)
     insert into post_images (post_id, user_id, url, position, width, height)
     select id, user_id, '/storage/v1/object/authenticated/post-images/' || id || '/' || n || '.jpg', n, 900, 600 + 300 * n from post, generate_series(0, 1) n`,
    [demoMember('member').email],
  );
}

/** Files from the tap on Post until the server has them. */
export const UPLOAD_SCENES: readonly Scene[] = [
  {
    name: 'outbox-photos',
    like: 'outbox-refused',
    goesOffline: true,
    path: '/',
    as: 'member',
    async act(stage) {
      const { page } = stage;
      await firstPost(page);
      const photos = await photosOf(page, ['steel', 'bench', 'target']);
      await stage.goOffline();
      await page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
      await writeWithPhotos(page, photos);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await firstPost(page);
      await openOutbox(stage);
    },
    shows: showsText('Photos and videos on their way'),
  },
  {
    name: 'feed-photos-unsent',
    like: 'feed-member',
    goesOffline: true,
    path: '/',
    as: 'member',
    async act(stage) {
      const { page } = stage;
      await firstPost(page);
      const photos = await photosOf(page, ['steel', 'bench', 'target']);
      await stage.goOffline();
      await page.getByRole('link', { name: 'New post' }).filter({ visible: true }).click();
      await writeWithPhotos(page, photos);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Post', exact: true }).click();
    },
    shows: showsText('Queued'),
  },
  {
    name: 'feed-photos-uploading',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: holdUploads,
    async act(stage) {
      await postPhotos(stage);
      await bringUp(stage.page, 'Sending 0%');
    },
    shows: showsText('Sending 0%'),
  },
  {
    name: 'feed-photos-elsewhere',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: postElsewhere,
    act: ({ page }) => bringUp(page, 'Its photos are still'),
    shows: showsText('Not sent yet'),
  },
  {
    name: 'feed-photos-cancel',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: holdUploads,
    async act(stage) {
      await postPhotos(stage);
      await stage.page.getByRole('button', { name: 'Cancel upload' }).first().click();
    },
    shows: showsText('A new post becomes a draft again.'),
  },
  {
    name: 'feed-photos-not-sent',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: refuseUploads,
    async act(stage) {
      await postPhotos(stage);
      await bringUp(stage.page, '2 photos were not sent.');
    },
    shows: showsText('2 photos were not sent.'),
  },
  {
    name: 'post-comment-photo-not-attached',
    like: 'post-member',
    path: '/',
    route: '/posts/$postId',
    as: 'member',
    before: refuseUploads,
    async act(stage) {
      await commentWithPhoto(stage);
      await bringUp(stage.page, 'Retry');
    },
    shows: showsText('Retry'),
  },
  {
    name: 'post-comment-photo-uploading',
    like: 'post-member',
    path: '/',
    route: '/posts/$postId',
    as: 'member',
    before: holdUploads,
    async act(stage) {
      await commentWithPhoto(stage);
      await bringUp(stage.page, 'Sending 0%');
    },
    shows: showsText('Sending 0%'),
  },
  {
    name: 'feed-photos-deferred',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: saveData,
    async act(stage) {
      await postPhotos(stage);
      await bringUp(stage.page, 'Waiting for Wi-Fi');
    },
    shows: showsText('Waiting for Wi-Fi, because data saver is on.'),
  },
  {
    name: 'feed-photos-preparing',
    like: 'feed-member',
    path: '/',
    as: 'member',
    before: holdReducing,
    act: submitUnreduced,
    shows: showsText('0 of 3 photos ready'),
  },
  {
    name: 'outbox-photos-preparing',
    like: 'outbox-refused',
    path: '/',
    route: '/outbox',
    as: 'member',
    before: holdReducing,
    async act(stage) {
      await submitUnreduced(stage);
      await openOutbox(stage);
    },
    shows: showsText('1 post is being prepared'),
  },
];
