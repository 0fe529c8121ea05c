import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishReplica } from '#data/replica/replica.ts';
import { addComment } from '#features/comments/mutations.ts';
import { declineFriendRequest } from '#features/friends/mutations.ts';
import { moderatePost } from '#features/moderation/mutations.ts';
import { Backend } from './support/backend.ts';
import { Device } from './support/device.ts';

let backend: Backend;
let phone: Device;
let laptop: Device;

beforeAll(async () => {
  backend = await Backend.create();
  const member = await backend.newMember();
  phone = await new Device(backend, member).open();
  laptop = await new Device(backend, member).open();
});
afterAll(async () => {
  publishReplica(null);
  await phone?.close();
  await laptop?.close();
  await backend?.destroy();
});

const rows = async (sql: string, ...values: unknown[]) => (await backend.db.query(sql, values)).rows;

/** Resolves when a query on the device returns a row. */
async function has<Row>(device: Device, table: string, sql: string, values: unknown[] = []): Promise<Row> {
  const stop = new AbortController();
  for await (const _ of device.db.onChange({ tables: [table], signal: stop.signal, triggerImmediate: true })) {
    const row = await device.db.getOptional<Row>(sql, values);
    if (row) return row;
  }
  throw new Error(`${table} never had it.`);
}

/** What a device shows of the action that the server has refused. */
const refused = (device: Device) =>
  has<{ kind: string; label: string }>(device, 'outbox', `SELECT kind, label FROM outbox WHERE state = 'refused'`);

test('an action that the server has refused has its own name on the other devices of its member', async () => {
  const author = await backend.newMember();
  const [post] = await rows(
    `insert into posts (user_id, title, visibility) values ($1, 'Steel day', 'public') returning id`,
    author,
  );
  await rows(`update profiles set role = 'admin' where id = $1`, phone.userId);
  await has(phone, 'my_profile', `SELECT 1 FROM my_profile WHERE role = 'admin'`);
  await has(phone, 'posts', 'SELECT 1 FROM posts WHERE id = ?', [post.id]);
  phone.interfere = async (send, batch) => {
    await rows(`update profiles set role = 'user' where id = $1`, phone.userId);
    return send(batch);
  };
  expect(await phone.run(() => moderatePost({ id: post.id, field: 'flagged', on: true }))).toMatchObject({ ok: true });
  expect(await refused(laptop)).toEqual({ kind: 'moderate_post', label: 'flag' });

  await rows('delete from write_rejections');
  await has(laptop, 'outbox', 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM outbox)');
  await rows(`insert into friends (user_id, friend_id, status) values ($1, $2, 'pending')`, author, phone.userId);
  await has(phone, 'friends', `SELECT 1 FROM friends WHERE user_id = ? AND status = 'pending'`, [author]);
  phone.interfere = async (send, batch) => {
    await rows('delete from friends');
    return send(batch);
  };
  expect(await phone.run(() => declineFriendRequest(author))).toMatchObject({ ok: true });
  expect(await refused(laptop)).toMatchObject({ kind: 'friend_decline' });
});

test('a comment that the server has refused has its words as they were typed on the other devices', async () => {
  const author = await backend.newMember();
  const [post] = await rows(
    `insert into posts (user_id, title, visibility) values ($1, 'Steel day', 'public') returning id`,
    author,
  );
  await has(phone, 'posts', 'SELECT 1 FROM posts WHERE id = ?', [post.id]);
  phone.interfere = async (send, batch) => {
    await rows('delete from posts where id = $1', post.id);
    return send(batch);
  };
  const typed = { post_id: post.id, parent_id: null, text: ' Which bay?\n' };
  expect(await phone.run(() => addComment(typed))).toMatchObject({ ok: true });
  const sql = `SELECT input FROM outbox WHERE state = 'refused' AND kind = 'comment'`;
  const { input } = await has<{ input: string }>(laptop, 'outbox', sql);
  expect(JSON.parse(input)).toEqual({ ...typed, image_url: null });
});
