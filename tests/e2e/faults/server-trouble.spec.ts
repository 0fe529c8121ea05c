import { lockTable } from '../support/lock-table.ts';
import { answerWith, uploads, uploadsOf } from '../support/faults.ts';
import { entry, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, test, unique } from '../support/stage.ts';

for (const status of [500, 503] as const) {
  test(
    `a ${status} keeps the post queued until the next attempt succeeds`,
    { tag: '@variant' },
    async ({ page, network, backend, ally }) => {
      const title = unique(`After ${status}`);
      const removeFault = network.when(
        uploads,
        answerWith(status, { 'content-type': 'text/html' }, '<h1>Out of order</h1>'),
      );
      await writePost(page, title);
      await network.until(uploadsOf(title));
      await expect(entry(page, title).getByText('Queued')).toBeVisible();
      removeFault();
      await expectDelivered(page, backend, [title]);
      await expectSyncContinues(page, ally);
    },
  );
}

test(
  'a backend killed during an upload has the post once after its restart',
  { tag: '@variant' },
  async ({ page, network, backend, ally }) => {
    const title = unique('Restart');
    const lock = await lockTable(backend, 'public.posts');
    await writePost(page, title);
    await lock.waitedFor();
    await backend.kill();
    await network.until(uploadsOf(title));
    await expect(entry(page, title).getByText('Queued')).toBeVisible();
    await backend.start();
    await expectDelivered(page, backend, [title]);
    await expectSyncContinues(page, ally);
  },
);

test(
  'a database that drops every connection during an upload has the post once',
  { tag: '@variant' },
  async ({ page, network, backend, ally }) => {
    const title = unique('Dropped');
    const lock = await lockTable(backend, 'public.posts');
    await writePost(page, title);
    await lock.waitedFor();
    // This also ends the connection that holds the lock.
    await backend.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
    await network.until(uploadsOf(title), 2);
    await expectDelivered(page, backend, [title]);
    await expectSyncContinues(page, ally);
  },
);
