import { calls, hold, uploadsOf } from '../support/faults.ts';
import { entry, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, open, test, unique } from '../support/stage.ts';

test('a request without a response shows "No answer yet", then "Queued", and is sent once when the network recovers', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const [first, second] = [unique('Swallowed'), unique('Behind it')];
  // The page's clock is moved on instead of waiting for its timeouts.
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Online').first()).toBeVisible();

  const hole = hold('request');
  const heal = network.when(calls, hole.fault);
  await writePost(page, first);
  await hole.reached;
  await expect(entry(page, first).getByText('Sending', { exact: true })).toBeVisible();

  await test.step('the status changes to offline', async () => {
    await page.clock.fastForward(16_000);
    await expect(page.getByText(/^Offline/).first()).toBeVisible();
    await expect(entry(page, first).getByText('No answer yet', { exact: true })).toBeVisible();
  });

  await test.step('the screen stays usable', async () => {
    await writePost(page, second);
    await expect(entry(page, second).getByText(/^Queued/)).toBeVisible();
    await open(page, 'Outbox');
    await expect(page.getByRole('heading', { name: '1 may have been sent; checking' })).toBeVisible();
    await expect(page.getByRole('heading', { name: '1 will send automatically' })).toBeVisible();
  });

  await test.step('the request times out, and the post waits again', async () => {
    await page.clock.fastForward(46_000);
    await expect(page.getByRole('heading', { name: '2 will send automatically' })).toBeVisible();
    await expect(
      page.getByText(/the signal was too weak at the last attempt · may already have been sent/),
    ).toBeVisible();
  });

  await test.step('a discard can be undone although the post may have arrived', async () => {
    await page.getByRole('button', { name: `Discard: ${first}` }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText(/It may already have been sent/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('heading', { name: '1 will send automatically' })).toBeVisible();
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: '2 will send automatically' })).toBeVisible();
  });

  heal();
  hole.release();
  await network.until(uploadsOf(second));
  await expectDelivered(page, backend, [first, second]);
  await expectSyncContinues(page, ally);
});
