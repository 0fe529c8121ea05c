import { answerWith, fileUploads, loseAnswer, uploads, uploadsOf } from '../support/faults.ts';
import { backgroundSync } from '../support/background-sync.ts';
import { writePost } from '../../support/member.ts';
import { arrived, writeWithPhoto } from '../support/photo-post.ts';
import { expect, expectDelivered, expectSyncContinues, rowsOf, test, unique } from '../support/stage.ts';

test('Background Sync sends the queue once after the page is closed, however often it fires', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const titles = [unique('Closed'), unique('Closed too')];
  const sync = await backgroundSync(page);
  const removeFault = network.when(uploads, answerWith(503));
  for (const title of titles) await writePost(page, title);
  await network.until(uploadsOf(titles[1]!));
  const { url } = network;
  await page.goto('about:blank');
  removeFault();

  await Promise.all([sync.fire(), sync.fire()]);
  await expect.poll(() => rowsOf(backend, titles)).toEqual(titles);
  await sync.fire();
  await page.goto(url);
  await expectDelivered(page, backend, titles);
  await expectSyncContinues(page, ally);
});

test(
  'a response lost to Background Sync creates no duplicate',
  { tag: '@variant' },
  async ({ page, network, backend, ally }) => {
    const title = unique('Unheard');
    const sync = await backgroundSync(page);
    const removeFault = network.when(uploads, answerWith(503));
    await writePost(page, title);
    await network.until(uploadsOf(title));
    const { url } = network;
    await page.goto('about:blank');
    removeFault();
    const before = network.seen(uploadsOf(title)).length;
    network.when(uploads, loseAnswer, { times: 2 });
    await sync.fire();
    // The closing page may have sent the last of those before.
    await network.until(uploadsOf(title), before + 1);
    await sync.fire();
    await page.goto(url);
    await expectDelivered(page, backend, [title]);
    await expectSyncContinues(page, ally);
  },
);

test('Background Sync sends the photo of a post after the page is closed, once', async ({ page, network, backend }) => {
  const title = unique('Photo');
  const sync = await backgroundSync(page);
  const removeFault = network.when(fileUploads, answerWith(503));
  await writeWithPhoto(page, title, 107);
  await network.until(fileUploads);
  await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'pending_media', files: 0 }]);
  const { url } = network;
  await page.goto('about:blank');
  removeFault();

  await Promise.all([sync.fire(), sync.fire()]);
  await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'live', files: 1 }]);
  // Also one whose answer is on its way: the post is live before the answer is here.
  const sent = () => network.exchanges.filter((one) => fileUploads(one) && one.method !== 'HEAD').length;
  const before = sent();
  await page.goto(`${url}/outbox`);
  await expect(page.getByText('Nothing waiting.')).toBeVisible();
  expect(sent()).toBe(before);
});
