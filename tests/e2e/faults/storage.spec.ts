import type { Page } from '@playwright/test';

import { takePhoto } from '../../support/photos.ts';
import { answerWith, uploads, uploadsOf } from '../support/faults.ts';
import { entry, logIn, writePost } from '../../support/member.ts';
import { arrived } from '../support/photo-post.ts';
import { expect, expectDelivered, expectSyncContinues, open, test, unique } from '../support/stage.ts';
import { damageDatabases, draftIsStored, evict, fillDisk, leaveApp } from '../support/storage.ts';

test('a full device keeps the queue and the composer’s text and photo, and all are sent once there is space', async ({
  page,
  phone,
  network,
  backend,
  ally,
}) => {
  const [queued, refused] = [unique('Before'), unique('No room')];
  await network.down();
  await writePost(page, queued);
  await expect(entry(page, queued).getByText('Queued')).toBeVisible();

  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(refused);
  const photo = await takePhoto(page, 64);
  await page.locator('input[type=file][multiple]').setInputFiles(photo);
  await draftIsStored(page, photo.name);

  const makeRoom = await fillDisk(page);
  await page.goto('/');
  await expect(page.getByText(/^Device storage is full\..*nothing you wrote is deleted/)).toBeVisible();
  await expect(entry(page, queued)).toBeVisible();
  expect(await page.evaluate(() => caches.has('rangeday-seen-v1'))).toBe(false);
  await page.getByRole('link', { name: 'New post' }).first().click();
  await expect(page.getByText('Location removed from 1 photo')).toBeVisible();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText('Device storage is full. Free some space; nothing you wrote is deleted.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(refused);
  await expect(page.getByText('Location removed from 1 photo')).toBeVisible();

  await makeRoom();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Device storage is full')).toHaveCount(0);
  await network.up();
  await expectDelivered(page, backend, [queued, refused]);
  await expect.poll(() => arrived(backend, refused)).toEqual([{ status: 'live', files: 1 }]);
  await expectSyncContinues(page, ally);
  // The database worker logs each failed write.
  expect(phone.complaints.filter((text) => !text.includes('QuotaExceededError'))).toEqual([]);
  phone.complaints.length = 0;
});

for (const when of ['closed', 'running'] as const) {
  test(
    `a database cleared while the app is ${when} is downloaded again, and the queue is sent once`,
    { tag: '@variant' },
    async ({ page, network, backend, ally }) => {
      const [ghost, own, waiting] = [unique('Ghost'), unique('Own'), unique('Waiting')];
      for (const title of [ghost, own]) await writePost(page, title);
      await expectDelivered(page, backend, [ghost, own]);
      const removeFault = network.when(uploads, answerWith(503));
      await open(page, 'Feed');
      await writePost(page, waiting);
      await network.until(uploadsOf(waiting));

      if (when === 'closed') await leaveApp(page);
      await evict(page, 'file_systems');
      const asked = network.seen(uploadsOf(waiting)).length;
      await backend.query('delete from public.posts where title = $1', [ghost]);
      await page.goto('/');
      await expect(page.getByText(/^This browser deleted the stored data/)).toBeVisible();
      await network.until(uploadsOf(waiting), asked + 1);
      for (const title of [own, waiting]) await expect(entry(page, title)).toHaveCount(1);
      removeFault();
      await expectDelivered(page, backend, [own, waiting]);
      await expectSyncContinues(page, ally);
      await expect(entry(page, ghost)).toHaveCount(0);
    },
  );
}

test(
  'a member whose session was cleared is a guest, and the queue is sent after the next log-in',
  { tag: '@variant' },
  async ({ page, member, network, backend, ally }) => {
    const waiting = unique('Waiting');
    const removeFault = network.when(uploads, answerWith(503));
    await writePost(page, waiting);
    await network.until(uploadsOf(waiting));
    await evict(page, 'indexeddb');
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
    await expect(entry(page, waiting)).toHaveCount(0);
    removeFault();
    await logIn(page, member);
    await expectDelivered(page, backend, [waiting]);
    await expectSyncContinues(page, ally);
  },
);

test(
  'a fully cleared device starts as new and shows sent posts after a log-in',
  { tag: '@variant' },
  async ({ page, member, network, backend, ally }) => {
    const own = unique('Own');
    await writePost(page, own);
    await network.until(uploadsOf(own));
    await expectDelivered(page, backend, [own]);

    await leaveApp(page);
    await evict(page, 'all');
    await page.goto('/');
    await expect(entry(page, own)).toHaveCount(1);
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
    await logIn(page, member);
    const after = unique('After');
    await writePost(page, after);
    await expectDelivered(page, backend, [own, after]);
    await expectSyncContinues(page, ally);
  },
);

/** Records the smallest number of posts on the page from now on. */
async function watchFewest(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const app = globalThis as unknown as { fewest: number };
    const count = () => document.querySelectorAll('main article').length;
    app.fewest = count();
    new MutationObserver(() => (app.fewest = Math.min(app.fewest, count()))).observe(document, {
      childList: true,
      subtree: true,
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as { fewest: number }).fewest);
}

test('a damaged database is replaced, and its queue is still sent', async ({ page, phone, network, backend, ally }) => {
  const [own, waiting] = [unique('Own'), unique('Waiting')];
  await writePost(page, own);
  await expectDelivered(page, backend, [own]);
  const removeFault = network.when(uploads, answerWith(503));
  await open(page, 'Feed');
  await writePost(page, waiting);
  await network.until(uploadsOf(waiting));

  await leaveApp(page);
  expect(await damageDatabases(page)).toBeGreaterThan(0);
  const asked = network.seen(uploadsOf(waiting)).length;
  await page.goto('/');
  await expect(page.getByText(/^The data stored in this browser was damaged/)).toBeVisible();
  // The new database has only the queue, and downloads nothing until the queue is sent.
  await network.until(uploadsOf(waiting), asked + 1);
  for (const title of [own, waiting]) await expect(entry(page, title)).toHaveCount(1);
  const fewest = await watchFewest(page);
  removeFault();
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  expect(await fewest(), 'posts in the page until the new database had them').toBeGreaterThan(2);
  await expectDelivered(page, backend, [own, waiting]);
  await expectSyncContinues(page, ally);

  // The database worker logs the damage, as expected.
  expect(phone.complaints.filter((text) => !text.includes('file is not a database'))).toEqual([]);
  phone.complaints.length = 0;
});
