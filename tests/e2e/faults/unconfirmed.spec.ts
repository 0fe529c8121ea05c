import { stallable, streams, uploadsOf } from '../support/faults.ts';
import { entry, UNSENT, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, open, test, unique } from '../support/stage.ts';

test('an overdue confirmation is shown, blocks nothing, and clears when the stream resumes', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const [first, second] = [unique('Sent'), unique('Sent too')];
  // The page's clock is moved on instead of waiting until the confirmation is overdue.
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('Online').first()).toBeVisible();
  const stream = stallable();
  network.when(streams, stream.fault);
  // The open stream does not have the fault yet: reconnect.
  await network.down();
  await network.up();
  await expectSyncContinues(page, ally);

  stream.close();
  await writePost(page, first);
  await network.until(uploadsOf(first));
  await expect(entry(page, first).getByText(UNSENT)).toBeHidden();
  await open(page, 'Outbox');
  await page.clock.fastForward(16_000);
  const unconfirmed = page.getByRole('region', { name: '1 sent, not confirmed yet' });
  await expect(unconfirmed.getByRole('heading', { level: 3, name: first })).toBeVisible();
  await expect(unconfirmed.getByText(/Nothing is lost, and no action is needed\./)).toBeVisible();

  // New posts are sent nevertheless.
  await open(page, 'Feed');
  await expect(entry(page, first)).toHaveCount(1);
  await writePost(page, second);
  await network.until(uploadsOf(second));

  stream.open();
  await open(page, 'Outbox');
  await expect(page.getByRole('region', { name: /not confirmed yet/ })).toHaveCount(0);
  await expectDelivered(page, backend, [first, second]);
  await expectSyncContinues(page, ally);
});
