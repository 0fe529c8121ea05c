import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentsTo } from '#contract/auth.ts';
import { migrate } from '../../local/migrations/migrate.ts';
import { openProject, type Project } from '../contract-backend/support/backend.ts';

// Rules that hold for every upload, also for one that the policies of storage.objects do not see.
interface Person {
  readonly id: string;
  readonly client: SupabaseClient;
}

let project: Project;
let db: Client;
let author: Person;
let friend: Person;
let stranger: Person;
let guest: SupabaseClient;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const OTHER = Buffer.concat([PNG, Buffer.from('other')]);
const png = (bytes: Uint8Array = PNG): Blob => new Blob([new Uint8Array(bytes)], { type: 'image/png' });

async function person(): Promise<Person> {
  const { id, client } = await project.member();
  await db.query('select public.create_profile_and_friend($1, $2)', [id, consentsTo('test')]);
  return { id, client };
}

async function post({ user_id }: { user_id?: string } = {}): Promise<string> {
  const id = randomUUID();
  await db.query("insert into public.posts (id, user_id, title) values ($1, $2, 'Fog')", [id, user_id ?? author.id]);
  return id;
}

const bucket = (client: SupabaseClient, name = 'post-images') => client.storage.from(name);
const file = (): string => `${randomUUID()}.png`;

beforeAll(async () => {
  project = await openProject();
  if (!project.embedded) throw new Error('This suite reads its database: run it against the embedded backend.');
  db = project.embedded.db;
  await migrate(project.embedded);
  await project.embedded.rest.reloadSchema();
  [author, friend, stranger] = [await person(), await person(), await person()];
  guest = project.client();
  await db.query('select private.befriend($1, $2)', [author.id, friend.id]);
});
afterAll(() => project.stop());

describe('A38 A41 A55: a signed upload address is checked when the file arrives, as the member who requested it', () => {
  const signed = async (client: SupabaseClient, path: string, name = 'post-images', upsert = false) => {
    const { data, error } = await bucket(client, name).createSignedUploadUrl(path, { upsert });
    if (!data) throw error ?? new Error('no address');
    return async (bytes?: Uint8Array) =>
      (await bucket(guest, name).uploadToSignedUrl(path, data.token, png(bytes))).error;
  };

  test('is rejected when the member has been banned or muted or can no longer read the post', async () => {
    const id = await post();
    const put = await signed(author.client, `${id}/${file()}`);
    for (const state of ['is_banned', 'is_muted']) {
      await db.query(`update public.profiles set ${state} = true where id = $1`, [author.id]);
      expect(await put()).not.toBeNull();
      await db.query(`update public.profiles set ${state} = false where id = $1`, [author.id]);
    }
    await db.query("update public.posts set status = 'removed' where id = $1", [id]);
    expect(await put()).not.toBeNull();
    await db.query("update public.posts set status = 'live' where id = $1", [id]);
    expect(await put()).toBeNull();
  });

  test('the limits per folder and per hour', async () => {
    const id = await post();
    const puts = [];
    for (let i = 0; i < 12; i++) puts.push(await signed(author.client, `${id}/${file()}`));
    const answers = await Promise.all(puts.map((put) => put()));
    expect(answers.filter((error) => error === null)).toHaveLength(10);

    const other = await person();
    const theirs = await post({ user_id: other.id });
    await db.query("update private.rate_limits set max_count = 2 where action = 'file'");
    const few = [];
    for (let i = 0; i < 3; i++) few.push(await signed(other.client, `${theirs}/${file()}`));
    expect([await few[0]?.(), await few[1]?.()]).toEqual([null, null]);
    expect(await few[2]?.()).not.toBeNull();
    await db.query("update private.rate_limits set max_count = 300 where action = 'file'");
  });

  test('no file is replaced; the same bytes of one’s own picture of a post may be sent again', async () => {
    const id = await post();
    const places = [
      ['csae-report-files', `${randomUUID()}/${file()}`, guest],
      ['csae-report-files', `${randomUUID()}/${file()}`, friend.client],
      ['comment-images', `${id}/${randomUUID()}/${file()}`, friend.client],
    ] as const;
    for (const [name, path, client] of places) {
      const put = await signed(client, path, name, true);
      expect((await bucket(client, name).upload(path, png())).error).toBeNull();
      expect(await put(OTHER), name).not.toBeNull();
      // Nobody but the service reads evidence; staff see a comment's picture with its comment, which is not there yet.
      const { data } = await bucket(project.admin, name).download(path);
      expect(Buffer.from(await (data ?? new Blob()).arrayBuffer())).toEqual(PNG);
    }
    const put = await signed(author.client, `${id}/${file()}`, 'post-images', true);
    expect([await put(), await put()]).toEqual([null, null]);
    expect(await put(OTHER)).not.toBeNull();
  });

  // The hosted service writes these rows past the policies, for every upload.
  test('the storage service and every other role obey the same rules', async () => {
    const refusal = (sql: string, values: unknown[]) =>
      db.query(sql, values).then(
        () => null,
        (error: { code?: string }) => error.code,
      );
    const insert = (name: string, path: string, owner: string | null) =>
      refusal(
        `insert into storage.objects (bucket_id, name, owner_id, version) values ($1, $2, $3, $4)
         on conflict (bucket_id, name) do update set version = excluded.version, owner_id = excluded.owner_id`,
        [name, path, owner, randomUUID()],
      );
    const id = await post();
    const evidence = `${randomUUID()}/${file()}`;
    expect(await insert('post-images', `${id}/${file()}`, stranger.id)).toBe('42501');
    expect(await insert('post-images', `${id}/${file()}`, randomUUID())).toBe('42501');
    expect(await insert('comment-images', `${id}/${randomUUID()}/${file()}`, friend.id)).toBeNull();
    expect(await insert('csae-report-files', evidence, null)).toBeNull();
    expect(await insert('csae-report-files', evidence, null)).toBe('42501');
    await db.query('insert into public.csae_reports (post_url, description, storage_paths) values ($1, $2, $3)', [
      'https://rangeday.example/posts/1',
      'x',
      [evidence],
    ]);
    for (const sql of [
      "update storage.objects set version = 'x' where name = $1",
      "update storage.objects set metadata = '{}' where name = $1",
      "update storage.objects set name = name || '.png' where name = $1",
      "update storage.objects set bucket_id = 'post-images' where name = $1",
      'delete from storage.objects where name = $1',
    ])
      expect(await refusal(sql, [evidence]), sql).toBe('42501');
    expect(await refusal('truncate storage.objects', [])).toBe('42501');
    expect(await refusal('update storage.objects set last_accessed_at = now() where name = $1', [evidence])).toBeNull();
    // Evidence that no report names is removed after a week.
    const orphan = `${randomUUID()}/${file()}`;
    expect(await insert('csae-report-files', orphan, null)).toBeNull();
    expect(await refusal('delete from storage.objects where name = $1', [orphan])).toBeNull();
  });
});

test('evidence of a reported post cannot be destroyed by its author, who sees what they would see without a report', async () => {
  const seen = [];
  const places = [];
  for (const isReported of [true, false]) {
    const id = await post();
    const path = `${id}/${file()}`;
    const url = `/storage/v1/object/authenticated/post-images/${path}`;
    await bucket(author.client).upload(path, png());
    await author.client.from('post_images').insert({ post_id: id, url });
    const signed = await bucket(author.client).createSignedUrl(path, 600);
    if (isReported)
      expect(
        (await stranger.client.from('reports').insert({ target_type: 'post', post_id: id, reason: 'illegal' })).error,
      ).toBeNull();
    const removed = await bucket(author.client).remove([path]);
    const replaced = await bucket(author.client).upload(path, png(OTHER), { upsert: true });
    const rows = await author.client.from('post_images').delete().eq('post_id', id);
    // What the job does, by the service key.
    const held = await db.query('select path from files_to_hold(10000) where path = $1', [path]);
    const gone = await db.query('select path from files_to_remove(10000) where path = $1', [path]);
    const service = bucket(project.admin);
    const destroyed = await service.remove([path]);
    const moved = await service.move(path, `post-images/${path}`, { destinationBucket: 'held-files' });
    places.push({
      held: held.rowCount,
      gone: gone.rowCount,
      destroyed: destroyed.data?.length ?? 0,
      moved: moved.error === null,
    });
    seen.push({
      removed: removed.data,
      replaced: replaced.error?.message,
      rows: rows.error,
      list: (await bucket(author.client).list(id)).data,
      read: (await bucket(author.client).download(path)).error === null,
      signed: (await fetch(signed.data?.signedUrl ?? '')).status,
      again: (await bucket(author.client).upload(path, png())).error?.message,
    });
    for (const client of [author.client, stranger.client, guest])
      expect((await bucket(client, 'held-files').download(`post-images/${path}`)).error).not.toBeNull();
    const kept = await bucket(project.admin, 'held-files').download(`post-images/${path}`);
    if (isReported) expect(Buffer.from(await (kept.data ?? new Blob()).arrayBuffer())).toEqual(PNG);
    else expect(kept.data).toBeNull();
  }
  expect(seen[0]).toEqual(seen[1]);
  // The name is not used again, so that no later file stands for the evidence.
  expect(seen[0]).toMatchObject({
    removed: [],
    rows: null,
    list: [],
    read: false,
    again: 'This file cannot be uploaded here.',
  });
  expect(places).toEqual([
    { held: 1, gone: 0, destroyed: 0, moved: true },
    { held: 0, gone: 1, destroyed: 1, moved: false },
  ]);
});
