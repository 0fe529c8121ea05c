import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { releaseSetAside } from '#data/outbox/retry.ts';
import { reconcile, requeueStale } from '#data/outbox/results.ts';
import { ME, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();

/** The steps of attach.ts when it opens a database. */
const start = async () => {
  await queue.db.writeTransaction(requeueStale);
  await releaseSetAside(queue.db);
};
const states = async () => (await queue.outbox()).map(({ label, state }) => [label, state]);
const drain = async () => {
  const uploader = queue.uploader();
  while ((await queue.queueLength()) > 0) await uploader.upload(queue.db);
};

test('an action of a newer release is set aside and shown, blocks nothing, and is sent after an update', async () => {
  const write = (label: string) =>
    queue.write(
      { kind: 'post', entity_id: v7(), label },
      `INSERT INTO posts (id, user_id, title, visibility, _metadata) VALUES (uuid(), ?, ?, 'public', :metadata)`,
      [ME, label],
    );
  await write('before');
  const action_id = await write('from the future');
  await write('after');
  await queue.db.execute(
    `UPDATE ps_crud SET data = json_set(data, '$.metadata', json_set(data ->> '$.metadata', '$.v', ?) || '') WHERE data ->> '$.metadata' LIKE ?`,
    [QUEUE_VERSION + 1, `%${action_id}%`],
  );
  await drain();
  const titles = () => queue.batches.flatMap((batch) => batch.actions.map(({ ops: [op] }) => op!.data?.['title']));
  expect(titles()).toEqual(['before', 'after']);
  // Also after what came with a sync was applied.
  await queue.db.writeTransaction(reconcile);
  expect(await states()).toContainEqual(['from the future', 'refused']);
  // The same database opened by the release that wrote it: `waits_for` is no longer above its QUEUE_VERSION.
  await queue.db.execute('UPDATE outbox SET waits_for = ? WHERE waits_for IS NOT NULL', [QUEUE_VERSION]);
  await start();
  await drain();
  expect(titles()).toEqual(['before', 'after', 'from the future']);
});
