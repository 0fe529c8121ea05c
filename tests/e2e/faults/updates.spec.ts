import { backgroundSync } from '../support/background-sync.ts';
import { answerWith, fileUploads, hold, uploads, uploadsOf, type Match } from '../support/faults.ts';
import { installNewVersion } from '../support/new-version.ts';
import { arrived, writeWithPhoto } from '../support/photo-post.ts';
import { entry, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, test, unique } from '../support/stage.ts';

const worker: Match = ({ path }) => path === '/sw.js';
/** Of those that the service worker loads. */
const PICTURE = '/storage/v1/object/public/profile-pics/not-loaded.webp';
/** The request that begins an upload has bytes, too: all those of a small photo. */
const fileBytes: Match = (exchange) => exchange.method !== 'HEAD' && fileUploads(exchange);

test('F21: an app update with a queue and during the upload of a photo sends each post once, and the photo', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const [photo, text] = [unique('Photo'), unique('Before')];
  const upload = hold('request');
  const removeHold = network.when(fileBytes, upload.fault);
  await writeWithPhoto(page, photo, 64);
  await upload.reached;
  const send = hold('request');
  network.when(uploadsOf(text), send.fault);
  await writePost(page, text);
  await send.reached;
  // All other attempts.
  const removeFault = network.when(uploads, answerWith(503));

  // The old worker waits for the page's attempt, and for a picture.
  const sync = await backgroundSync(page);
  void sync.fire();
  const waiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name));
  await expect.poll(waiting).toContainEqual(expect.stringMatching(/^rangeday-upload:/));
  const picture = hold('request');
  network.when(({ path }) => path === PICTURE, picture.fault);
  await page.evaluate((address) => void (new Image().src = address), PICTURE);
  await picture.reached;

  const built = await (await fetch(`${backend.url}/sw.js`)).text();
  network.when(
    worker,
    answerWith(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }, `${built}\n// version B`),
  );
  await installNewVersion(page);
  const note = page.getByRole('region', { name: 'New version' });
  await expect(note).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { isOldVersion: true }));
  await note.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() => !('isOldVersion' in globalThis));

  await expect(entry(page, text).getByText('Queued')).toBeVisible();
  removeFault();
  removeHold();
  // What the new version has begun meanwhile is held as well, and would wait for its time limit.
  upload.release();
  send.release();
  await expectDelivered(page, backend, [photo, text]);
  expect(await arrived(backend, photo)).toEqual([{ status: 'live', files: 1 }]);
  await expectSyncContinues(page, ally);
});
