import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { QUEUE_VERSION } from '#contract/crud.ts';
import { releaseSetAside, retryRefused, takeForEdit } from '#data/outbox/actions.ts';
import { publishReplica } from '#data/replica/replica.ts';
import { requeueStale } from '#data/outbox/results.ts';
import { upgradeOutbox } from '#data/outbox/upgrade.ts';
import { LocalQueue, ME } from './support/local-queue.ts';

let queue: LocalQueue;

/** What attach.ts does with a database that it opens. */
const start = async () => {
  await queue.db.writeTransaction(requeueStale);
  await queue.db.writeTransaction(upgradeOutbox);
  await releaseSetAside(queue.db);
};
const states = async () => (await queue.outbox()).map(({ label, state }) => [label, state]);
const drain = async () => {
  const uploader = queue.uploader();
  while ((await queue.queueLength()) > 0) await uploader.upload(queue.db);
};

beforeEach(async () => {
  queue = new LocalQueue();
  queue.directory = await mkdtemp(join(tmpdir(), 'rangeday-old-'));
});
afterEach(async () => {
  publishReplica(null);
  await queue.db.close();
  await rm(queue.directory, { recursive: true, force: true });
});

const recorded = async () => {
  const packed = await readFile(join(import.meta.dirname, 'fixtures/queue-1.db.gz'));
  await writeFile(join(queue.directory, 'me.db'), gunzipSync(packed));
  await queue.open();
};

test('a queue that the first release left behind is delivered in order, under the ids it was written with', async () => {
  await recorded();
  const before = await queue.db.getAll<{ tx: string | null; row: string }>(
    `SELECT json_extract(data ->> '$.metadata', '$.tx') AS tx, data ->> '$.id' AS row FROM ps_crud ORDER BY id`,
  );
  await start();
  await drain();
  const sent = queue.batches.flatMap(({ transactions }) => transactions);
  expect(sent.map(({ ops }) => ops[0]!.id)).toEqual(before.map(({ row }) => row));
  const named = before.map(({ tx }) => tx);
  expect(sent.map(({ id }) => id)).toEqual(named.map((tx, place) => tx ?? sent[place]!.id));
  expect(sent.map(({ ops: [op] }) => op!.data?.['title'] ?? op!.data?.['text'])).toEqual([
    'Queued',
    'Queued after it',
    'Queued, then edited',
    'A comment without a name',
  ]);
  // Server columns stay at home, as they did.
  expect(Object.keys(sent[0]!.ops[0]!.data!).toSorted()).toEqual(['description', 'title', 'user_id', 'visibility']);
});

test('its outbox is read: what is queued can be edited, what was refused goes again, what was sent is confirmed', async () => {
  await recorded();
  await start();
  expect(await states()).toEqual([
    ['Refused before the update', 'refused'],
    ['Sent, not confirmed', 'sent'],
    ['Queued', 'queued'],
    ['Queued after it', 'queued'],
  ]);
  const [refused, , , last] = await queue.outbox();
  expect(await takeForEdit(last!.id)).toMatchObject({
    kind: 'post',
    fields: { title: 'Queued after it', description: 'About Queued after it', visibility: 'public' },
  });
  expect(await retryRefused(refused!.id)).toEqual({ ok: true });
  await drain();
  const titles = queue.batches.flatMap((batch) => batch.transactions.map(({ ops: [op] }) => op!.data?.['title']));
  expect(titles).toContain('Refused before the update');
  expect(titles).not.toContain('Queued after it');
  await queue.caughtUp();
  await queue.tidy();
  expect(await states()).toEqual([]);
});

test('what a newer release wrote is kept and shown, holds back nothing, and goes out once that release is back', async () => {
  await queue.open();
  const write = (label: string) =>
    queue.write(
      { kind: 'post', entityId: v7(), label },
      `INSERT INTO posts (id, user_id, title, visibility, _metadata) VALUES (uuid(), ?, ?, 'public', :metadata)`,
      [ME, label],
    );
  await write('before');
  const tx = await write('from the future');
  await write('after');
  await queue.db.execute(
    `UPDATE ps_crud SET data = json_set(data, '$.metadata', json_set(data ->> '$.metadata', '$.v', ?) || '') WHERE data ->> '$.metadata' LIKE ?`,
    [QUEUE_VERSION + 1, `%${tx}%`],
  );
  await drain();
  const titles = () => queue.batches.flatMap((batch) => batch.transactions.map(({ ops: [op] }) => op!.data?.['title']));
  expect(titles()).toEqual(['before', 'after']);
  expect(await states()).toContainEqual(['from the future', 'refused']);
  // The same database under the release that wrote it: its number is not above the own any more.
  await queue.db.execute('UPDATE outbox SET waits_for = ? WHERE waits_for IS NOT NULL', [QUEUE_VERSION]);
  await start();
  await drain();
  expect(titles()).toEqual(['before', 'after', 'from the future']);
});
