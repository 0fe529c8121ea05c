import type { Page } from '@playwright/test';

import { hold, uploads, uploadsOf } from '../support/faults.ts';
import { entry, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, rowsOf, test, unique } from '../support/stage.ts';

const whenUploading = (page: Page): Promise<Page> =>
  page.waitForRequest(/apply_crud/, { timeout: 0 }).then(
    () => page,
    () => new Promise<never>(() => {}),
  );

test('two tabs share one uploader, and neither a reload of one during an upload nor a double click duplicates or blocks', async ({
  page: first,
  phone,
  network,
  backend,
  ally,
}) => {
  const second = await phone.page();
  await second.goto('/');
  await expect(second.getByRole('article').first()).toBeVisible();

  const [held, other] = [unique('Held'), unique('Other')];
  const stop = hold('answer');
  const free = network.when(uploads, stop.fault, { times: 1 });
  const owner = Promise.race([whenUploading(first), whenUploading(second)]);
  await writePost(first, held);
  await stop.reached;
  await writePost(second, other);
  // The response is still held back: a second uploader, which has no other work, would have sent this one by now.
  await expect(entry(second, other).getByText('Queued')).toBeVisible();
  expect(network.seen(uploads)).toEqual([]);

  await (await owner).reload();
  stop.release();
  free();
  for (const page of [first, second]) {
    await expectDelivered(page, backend, [held, other]);
    await expectSyncContinues(page, ally);
  }
  // After Background Sync the page may ask once more and get 'duplicate'. Two tabs never send it.
  expect(network.seen(uploadsOf(other)).length).toBeLessThanOrEqual(2);

  await test.step('a double click on Post makes one post', async () => {
    const title = unique('Double');
    await second.getByRole('link', { name: 'New post' }).first().click();
    await second.getByRole('textbox', { name: 'Title' }).fill(title);
    await second.getByRole('button', { name: 'Post', exact: true }).dblclick();
    await expect(second).toHaveURL(/\/$/);
    await expectDelivered(second, backend, [title]);
    expect(await rowsOf(backend, [title])).toEqual([title]);
  });
});
