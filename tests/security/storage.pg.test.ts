import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consentsTo } from '#contract/auth.ts';
import { migrate } from '../../local/migrations/migrate.ts';
import { film } from '../support/film.ts';
import { openProject, type Project } from '../contract-backend/support/backend.ts';

// The buckets' rules over HTTP, as supabase-js asks them of the embedded storage with our migrations.
interface Person {
  readonly id: string;
  readonly client: SupabaseClient;
}

let project: Project;
let db: Client;
let author: Person;
let friend: Person;
let stranger: Person;
let admin: Person;
let guest: SupabaseClient;

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const OTHER = Buffer.concat([PNG, Buffer.from('other')]);
const png = (bytes: Uint8Array = PNG): Blob => new Blob([new Uint8Array(bytes)], { type: 'image/png' });

async function person(fields: Record<string, unknown> = {}): Promise<Person> {
  const { id, client } = await project.member();
  await db.query('select public.create_profile_and_friend($1, $2)', [id, consentsTo('test')]);
  for (const [column, value] of Object.entries(fields))
    await db.query(`update public.profiles set ${column} = $2 where id = $1`, [id, value]);
  return { id, client };
}

async function post(fields: Record<string, unknown> = {}): Promise<string> {
  const row = { id: randomUUID(), user_id: author.id, title: 'Fog on the line', ...fields };
  const names = Object.keys(row);
  await db.query(
    `insert into public.posts (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(row),
  );
  return row.id;
}

const bucket = (client: SupabaseClient, name = 'post-images') => client.storage.from(name);
const file = (): string => `${randomUUID()}.png`;
/** Whether the client gets the bytes, by the way an app or a curious person would ask. */
const reads = async (client: SupabaseClient, path: string, name = 'post-images'): Promise<boolean> =>
  (await bucket(client, name).download(path)).data !== null;

beforeAll(async () => {
  project = await openProject();
  if (!project.embedded) throw new Error('This suite looks into its database: run it against the embedded backend.');
  db = project.embedded.db;
  await migrate(project.embedded);
  await project.embedded.rest.reloadSchema();
  [author, friend, stranger, admin] = [await person(), await person(), await person(), await person({ role: 'admin' })];
  guest = project.client();
  await db.query('select private.befriend($1, $2)', [author.id, friend.id]);
});
afterAll(() => project.stop());

describe('A14 A11: readers of a post can read its pictures', () => {
  test('public: everyone; friends-only: the author and friends; others not by address, list or signature', async () => {
    const open = `${await post()}/${file()}`;
    const closed = `${await post({ visibility: 'friends' })}/${file()}`;
    for (const path of [open, closed]) expect((await bucket(author.client).upload(path, png())).error, path).toBeNull();
    for (const client of [guest, stranger.client, friend.client, author.client])
      expect(await reads(client, open)).toBe(true);
    expect(await Promise.all([friend, author, admin].map(({ client }) => reads(client, closed)))).toEqual([
      true,
      true,
      true,
    ]);

    for (const client of [guest, stranger.client]) {
      expect(await reads(client, closed)).toBe(false);
      expect((await bucket(client).createSignedUrl(closed, 60)).error).not.toBeNull();
      expect((await bucket(client).list(closed.split('/')[0])).data).toEqual([]);
      const address = bucket(client).getPublicUrl(closed).data.publicUrl;
      expect((await fetch(address)).status).toBeGreaterThanOrEqual(400);
    }
    // Nobody lists, which would ask for the rights to each picture; control: the service.
    const lists = [author.client, project.admin].map((client) => bucket(client).list(open.split('/')[0]));
    expect((await Promise.all(lists)).map(({ data }) => data?.length)).toEqual([0, 1]);
    // A signed address is the way for an <img>: it works for whom it was made.
    const signed = await bucket(friend.client).createSignedUrl(closed, 60);
    expect((await fetch(signed.data?.signedUrl ?? '')).status).toBe(200);
  });

  test('chosen friends, unfriending, banning and removal each count at once', async () => {
    const chosen = `${await post({ visibility: 'friends', shared_with: [author.id] })}/${file()}`;
    const id = await post({ visibility: 'friends' });
    const path = `${id}/${file()}`;
    for (const one of [chosen, path]) await bucket(author.client).upload(one, png());
    expect(await reads(friend.client, chosen)).toBe(false);
    expect(await reads(friend.client, path)).toBe(true);
    await db.query('update public.profiles set is_banned = true where id = $1', [friend.id]);
    expect(await reads(friend.client, path)).toBe(false);
    await db.query('update public.profiles set is_banned = false where id = $1', [friend.id]);
    expect(await reads(friend.client, path)).toBe(true);
    await db.query("update public.posts set status = 'removed' where id = $1", [id]);
    expect(await reads(friend.client, path)).toBe(false);
  });
});

describe('A41: adding, replacing and removing pictures', () => {
  test('only the author can add, and nobody can replace or remove', async () => {
    const id = await post();
    const path = `${id}/${file()}`;
    for (const client of [stranger.client, friend.client, admin.client]) {
      const { error } = await bucket(client).upload(path, png());
      expect(error).toMatchObject({ statusCode: '403', message: 'This file cannot be uploaded here.' });
    }
    expect((await bucket(guest).upload(path, png())).error?.message).toMatch(/row-level security/);
    expect((await bucket(author.client).upload(path, png())).error).toBeNull();
    for (const client of [stranger.client, friend.client, guest]) {
      expect((await bucket(client).upload(path, png(), { upsert: true })).error).not.toBeNull();
      expect((await bucket(client).update(path, png())).error).not.toBeNull();
      expect((await bucket(client).move(path, `${id}/${file()}`)).error).not.toBeNull();
      expect((await bucket(client).copy(path, `${id}/${file()}`)).error).not.toBeNull();
      expect((await bucket(client).remove([path])).data).toEqual([]);
    }
    expect(
      Buffer.from(await ((await bucket(stranger.client).download(path)).data ?? new Blob()).arrayBuffer()),
    ).toEqual(PNG);
    // The author neither, so that a refusal does not tell of a report. The same bytes may be sent again.
    expect((await bucket(author.client).upload(path, png(), { upsert: true })).error).toBeNull();
    for (const client of [author.client, admin.client]) {
      expect((await bucket(client).upload(path, png(OTHER), { upsert: true })).error).not.toBeNull();
      expect((await bucket(client).move(path, `${id}/${file()}`)).error).not.toBeNull();
      expect((await bucket(client).remove([path])).data).toEqual([]);
    }
    expect(Buffer.from(await ((await bucket(author.client).download(path)).data ?? new Blob()).arrayBuffer())).toEqual(
      PNG,
    );
  });

  test('a picture that an edit adds is shown when its file is here; a removed one loses its own file', async () => {
    const [id, other] = [await post(), await post({ user_id: stranger.id })];
    const paths = [`${id}/${file()}`, `${other}/${file()}`, `${id}/${file()}`];
    const urls = paths.map((path) => `/storage/v1/object/authenticated/post-images/${path}`);
    const shown = async () => (await db.query('select images from public.posts where id = $1', [id])).rows[0]?.images;
    for (const [at, who] of [author, stranger].entries()) await bucket(who.client).upload(paths[at] ?? '', png());
    const rows = urls.map((url, position) => ({ post_id: id, url, position }));
    await author.client.from('post_images').insert(rows);
    expect(await shown()).not.toContain(paths[2]);
    await bucket(author.client).upload(paths[2] ?? '', png());
    expect(await shown()).toContain(paths[2]);
    await author.client.from('post_images').delete().in('position', [0, 1]).eq('post_id', id);
    const listed = await db.query('select path from private.storage_removals where path = any ($1)', [paths]);
    expect(listed.rows).toEqual([{ path: paths[0] }]);
  });

  test('not into a post that is not there, not one’s own, or taken over by a move', async () => {
    const mine = `${await post()}/${file()}`;
    const theirs = await post({ user_id: stranger.id });
    const absent = await bucket(author.client).upload(`${randomUUID()}/${file()}`, png());
    const hidden = await bucket(author.client).upload(
      `${await post({ user_id: stranger.id, visibility: 'friends' })}/${file()}`,
      png(),
    );
    // The same words, so that the answer does not tell which posts exist.
    expect(hidden.error?.message).toBe(absent.error?.message);
    await bucket(author.client).upload(mine, png());
    expect((await bucket(author.client).move(mine, `${theirs}/${file()}`)).error).not.toBeNull();
    expect(await reads(author.client, mine)).toBe(true);
  });

  test('A34: banned or muted, with the old token: nothing more', async () => {
    const id = await post();
    for (const state of ['is_banned', 'is_muted']) {
      await db.query(`update public.profiles set ${state} = true where id = $1`, [author.id]);
      expect((await bucket(author.client).upload(`${id}/${file()}`, png())).error).not.toBeNull();
      await db.query(`update public.profiles set ${state} = false where id = $1`, [author.id]);
    }
    expect((await bucket(author.client).upload(`${id}/${file()}`, png())).error).toBeNull();
  });

  test('A30: at most ten files per post, also when twelve arrive at once', async () => {
    const id = await post();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => bucket(author.client).upload(`${id}/${file()}`, png())),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(10);
  });
});

describe('allowed files', () => {
  test.each([
    ['SVG', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
    ['HTML', 'text/html', '<script>1</script>'],
    ['JavaScript', 'text/javascript', 'alert(1)'],
    ['no type', '', 'x'],
  ])('A40: %s is refused', async (_name, type, text) => {
    const { error } = await bucket(author.client).upload(`${await post()}/${file()}`, new Blob([text], { type }));
    expect(error).not.toBeNull();
  });

  test.each([
    ['markup', '<script>alert(1)</script>', 'image/png'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'image/webp'],
    ['a PNG', PNG, 'image/jpeg'],
    ['nothing', '', 'image/gif'],
  ])('A40: %s that calls itself something else is refused', async (_name, content, type) => {
    const bytes = new Uint8Array(Buffer.from(content));
    const { error } = await bucket(author.client).upload(`${await post()}/${file()}`, new Blob([bytes], { type }));
    expect(error).toMatchObject({ statusCode: '415' });
  });

  test('A40: markup behind the head of a PNG is inert', async () => {
    const path = `${await post()}/${file()}`;
    const { error } = await bucket(author.client).upload(
      path,
      png(Buffer.concat([PNG, Buffer.from('<script>alert(1)</script>')])),
    );
    expect(error).toBeNull();
    const signed = await bucket(author.client).createSignedUrl(path, 60);
    const response = await fetch(signed.data?.signedUrl ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });

  test('A42: more than 5 MB is refused, exactly 5 MB is not', async () => {
    const id = await post();
    const big = async (bytes: number) =>
      (
        await bucket(author.client).upload(
          `${id}/${file()}`,
          png(Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])),
        )
      ).error;
    expect(await big(5_242_880)).toBeNull();
    expect(await big(5_242_881)).not.toBeNull();
    expect(await big(12_000_000)).not.toBeNull();
  });

  test.each(['../x.png', '%2e%2e/x.png', 'a/b/c.png', 'x\u0000.png', '.hidden', 'x.svg/y.png', 'a b.png', '%00.png'])(
    'A43: the path %j is refused',
    async (tail) => {
      const id = await post();
      const raw = await fetch(`${project.url}/storage/v1/object/post-images/${id}/${tail}`, {
        method: 'POST',
        headers: { ...(await bearer(author)), 'content-type': 'image/png' },
        body: new Uint8Array(PNG),
      });
      expect(raw.status).toBeGreaterThanOrEqual(400);
      expect((await bucket(project.admin).list(id)).data).toEqual([]);
    },
  );
});

async function bearer({ client }: Person): Promise<Record<string, string>> {
  const { data } = await client.auth.getSession();
  return { apikey: project.anonKey, authorization: `Bearer ${data.session?.access_token}` };
}

describe('comment-images', () => {
  test('travel before their comment, and are read with it', async () => {
    const id = await post({ visibility: 'friends' });
    const comment = randomUUID();
    const path = `${id}/${comment}/${file()}`;
    const images = (client: SupabaseClient) => bucket(client, 'comment-images');
    expect((await images(stranger.client).upload(path, png())).error).not.toBeNull();
    expect((await images(guest).upload(path, png())).error).not.toBeNull();
    expect((await images(friend.client).upload(path, png())).error).toBeNull();
    expect(await reads(author.client, path, 'comment-images')).toBe(false);
    await db.query('insert into public.comments (id, post_id, user_id, text) values ($1, $2, $3, $4)', [
      comment,
      id,
      friend.id,
      'Look',
    ]);
    expect(await reads(author.client, path, 'comment-images')).toBe(true);
    for (const client of [stranger.client, guest]) expect(await reads(client, path, 'comment-images')).toBe(false);
    // A41: into the folder of another's comment, over the other's file, or away with it.
    expect((await images(author.client).upload(`${id}/${comment}/${file()}`, png())).error).not.toBeNull();
    expect((await images(author.client).upload(path, png(), { upsert: true })).error).not.toBeNull();
    for (const { client } of [author, friend, admin]) expect((await images(client).remove([path])).data).toEqual([]);
  });

  test('A32: not on a locked post; a comment has at most two files', async () => {
    const id = await post();
    const comment = randomUUID();
    const put = async () =>
      (await bucket(friend.client, 'comment-images').upload(`${id}/${comment}/${file()}`, png())).error;
    expect([await put(), await put()]).toEqual([null, null]);
    expect(await put()).not.toBeNull();
    await db.query('update public.posts set comments_locked = true where id = $1', [id]);
    const late = await bucket(friend.client, 'comment-images').upload(`${id}/${randomUUID()}/${file()}`, png());
    expect(late.error).not.toBeNull();
  });
});

describe('A38: evidence goes in and never comes out', () => {
  const files = (client: SupabaseClient) => bucket(client, 'csae-report-files');

  test('everyone can add; nobody can read, list, sign, replace or remove, also not staff who had a view noted', async () => {
    for (const client of [guest, stranger.client]) {
      const report = randomUUID();
      const path = `${report}/${file()}`;
      expect((await files(client).upload(path, png())).error).toBeNull();
      const { rows } = await db.query<{ id: string }>(
        "insert into csae_reports (post_url, description, storage_paths) values ('https://rangeday.example/', 'x', $1) returning id",
        [[path]],
      );
      // Noting a view gives no address. Only the function view-evidence does both.
      expect((await admin.client.rpc('note_evidence_view', { report_id: rows[0]?.id, path })).error).toBeNull();
      for (const outsider of [guest, stranger.client, friend.client, admin.client]) {
        expect(await reads(outsider, path, 'csae-report-files')).toBe(false);
        expect((await files(outsider).createSignedUrl(path, 60)).error).not.toBeNull();
        expect((await files(outsider).list(report)).data).toEqual([]);
        expect((await fetch(files(outsider).getPublicUrl(path).data.publicUrl)).status).toBeGreaterThanOrEqual(400);
        expect((await files(outsider).upload(path, png(Buffer.from('x')), { upsert: true })).error).not.toBeNull();
        expect((await files(outsider).remove([path])).data).toEqual([]);
        expect((await files(outsider).move(path, `${randomUUID()}/${file()}`)).error).not.toBeNull();
        expect((await files(outsider).copy(path, `${randomUUID()}/${file()}`)).error).not.toBeNull();
      }
      const { data } = await files(project.admin).download(path);
      expect(Buffer.from(await (data ?? new Blob()).arrayBuffer())).toEqual(PNG);
    }
  });

  test('A55: ten files per report, pictures and videos only, a bounded number per sender', async () => {
    const report = randomUUID();
    const answers = [];
    for (let i = 0; i < 11; i++) answers.push((await files(guest).upload(`${report}/${file()}`, png())).error);
    expect(answers.filter((error) => error === null)).toHaveLength(10);
    const video = new Blob(['\0\0\0\u0014ftypisom\0\0\0\0mp42'], { type: 'video/mp4' });
    expect((await files(guest).upload(`${randomUUID()}/clip.mp4`, video)).error).toBeNull();
    const page = new Blob(['x'], { type: 'text/html' });
    expect((await files(guest).upload(`${randomUUID()}/page.html`, page)).error).not.toBeNull();
    await db.query("update private.rate_limits set max_count = 1 where action = 'report_file'");
    await files(friend.client).upload(`${randomUUID()}/${file()}`, png());
    expect((await files(friend.client).upload(`${randomUUID()}/${file()}`, png())).error).not.toBeNull();
    await db.query("update private.rate_limits set max_count = 40 where action = 'report_file'");
  });

  test('A55: the upload limit of one visitor does not affect others', async () => {
    /** From another address of this machine. */
    const uploadFrom = (localAddress: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const path = `/storage/v1/object/csae-report-files/${randomUUID()}/${file()}`;
        const headers = { apikey: project.anonKey, 'content-type': 'image/png' };
        const target = { host: '127.0.0.1', port: new URL(project.url).port, path, localAddress, agent: false };
        request({ ...target, method: 'POST', headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end(PNG);
      });
    await db.query("update private.rate_limits set max_count = 2 where action like 'report_file%'");
    await db.query('delete from private.rate_usage');
    const flood = [];
    for (let i = 0; i < 4; i++) flood.push(await uploadFrom('127.0.0.31'));
    expect(flood).toEqual([200, 200, 400, 400]);
    expect(await uploadFrom('127.0.0.32')).toBe(200);
    expect((await files(friend.client).upload(`${randomUUID()}/${file()}`, png())).error).toBeNull();
    await db.query("update private.rate_limits set max_count = 40 where action = 'report_file'");
    await db.query("update private.rate_limits set max_count = 400 where action = 'report_file_of_visitors'");
  });
});

test('only the buckets of profile pictures and the ceo’s videos are public, and visitors and members can make or change none', async () => {
  const { rows } = await db.query(
    'select id from storage.buckets where file_size_limit is null or allowed_mime_types is null',
  );
  expect(rows).toEqual([]);
  for (const { client } of [stranger, admin]) {
    expect((await client.storage.createBucket('mine', { public: true })).error).not.toBeNull();
    await client.storage.updateBucket('post-images', { public: true });
    expect((await client.storage.listBuckets()).data).toEqual([]);
  }
  const after = await db.query('select id from storage.buckets where public order by id');
  expect(after.rows).toEqual([{ id: 'public-media' }, { id: 'public-videos' }]);
});

test('a public file is added by its owner into their own folder, and a video only by the ceo', async () => {
  const media = (client: SupabaseClient) => bucket(client, 'public-media');
  const path = `${stranger.id}/${file()}`;
  for (const client of [guest, author.client, admin.client])
    expect((await media(client).upload(path, png())).error).not.toBeNull();
  expect((await media(stranger.client).upload(path, png())).error).toBeNull();
  expect((await media(author.client).remove([path])).data).toEqual([]);
  expect((await fetch(media(guest).getPublicUrl(path).data.publicUrl)).status).toBe(200);
  const clip = new Blob([film(60)], { type: 'video/mp4' });
  const video = (person: Person) =>
    bucket(person.client, 'public-videos').upload(`${person.id}/${randomUUID()}.mp4`, clip);
  expect((await video(admin)).error).not.toBeNull();
  const ceo = await person({ role: 'ceo' });
  expect((await video(ceo)).error).toBeNull();
});
