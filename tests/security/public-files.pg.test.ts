import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let db: pg.Client;
let ceo: Session;
let admin: Session;

const FOLDER = '/storage/v1/object/public/public-videos/';
const EMPTY = 'Please include at least a title, description, gif or image.';
const newPath = (owner: Session) => `${owner.id}/${randomUUID()}.mp4`;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  const sessions = await scratch.connect();
  ceo = new Session(sessions, await newMember(db, { role: 'ceo' }));
  admin = new Session(sessions, await newMember(db, { role: 'admin' }));
});
afterAll(() => scratch.stop());

async function write(path: string, title: string | null = 'Night league'): Promise<string> {
  const id = randomUUID();
  await ceo.run("insert into posts (id, title, video_url, status) values ($1, $2, $3, 'pending_media')", [
    id,
    title,
    FOLDER + path,
  ]);
  return id;
}
const upload = (path: string, owner: Session = ceo) =>
  db.query("insert into storage.objects (bucket_id, name, owner_id) values ('public-videos', $1, $2)", [
    path,
    owner.id,
  ]);
const statusOf = async (id: string) => (await db.query('select status from posts where id = $1', [id])).rows[0]?.status;
const removals = async (path: string) =>
  (await db.query('select 1 from private.storage_removals where path = $1', [path])).rowCount;

test('a post is shown to others when its video has arrived, and its pictures too', async () => {
  const path = newPath(ceo);
  const id = await write(path);
  const picture = `${id}/${randomUUID()}.png`;
  await ceo.run('insert into post_images (post_id, url, position) values ($1, $2, 0)', [
    id,
    `/storage/v1/object/authenticated/post-images/${picture}`,
  ]);
  await upload(path);
  expect(await statusOf(id)).toBe('pending_media');
  await db.query("insert into storage.objects (bucket_id, name, owner_id) values ('post-images', $1, $2)", [
    picture,
    ceo.id,
  ]);
  expect(await statusOf(id)).toBe('live');
});

test('a video alone is no content, also while it is uploaded', async () => {
  const path = newPath(ceo);
  const id = await write(path, null);
  await upload(path);
  expect(await statusOf(id)).toBe('pending_media');
  expect(await ceo.refusal('insert into posts (video_url) values ($1)', [FOLDER + newPath(ceo)])).toMatchObject({
    message: EMPTY,
  });
});

test('a video that was refused can be left out: the post is shown without it', async () => {
  const id = await write(newPath(ceo));
  await ceo.run('update posts set video_url = null where id = $1', [id]);
  expect(await statusOf(id)).toBe('live');
});

test('the file goes with its post, or when it is taken out', async () => {
  for (const change of ['update posts set video_url = null where id = $1', 'delete from posts where id = $1']) {
    const path = newPath(ceo);
    const id = await write(path);
    await upload(path);
    await ceo.run(change, [id]);
    expect(await removals(path), change).toBe(1);
  }
});

test('a file without a post is removed after a week', async () => {
  const [kept, orphan] = [newPath(ceo), newPath(ceo)];
  await write(kept);
  await upload(kept);
  await upload(orphan);
  await db.query("select list_orphan_files(now() + interval '8 days')");
  expect([await removals(kept), await removals(orphan)]).toEqual([0, 1]);
});

test('only the ceo names a video, in the own folder, and when the post is created', async () => {
  for (const url of [FOLDER + newPath(admin), '/storage/v1/object/public/public-media/x.mp4', '/v.mp4']) {
    expect(await ceo.refusal("insert into posts (title, video_url) values ('x', $1)", [url]), url).toMatchObject({
      code: '23514',
      message: 'That video address cannot be used.',
    });
  }
  const id = await write(newPath(ceo));
  expect(await ceo.refusal('update posts set video_url = $2 where id = $1', [id, FOLDER + newPath(ceo)])).toMatchObject(
    {
      code: '42501',
      message: 'A video cannot be added to a post later.',
    },
  );
  expect(await admin.refusal('update posts set video_url = null where id = $1', [id])).toMatchObject({
    code: '42501',
    message: 'Only the author may edit a post.',
  });
});

test('an avatar or banner that was replaced is removed, unless the profile still shows it', async () => {
  const pictures = [1, 2, 3].map(() => `${admin.id}/${randomUUID()}.webp`);
  const urlOf = (path = '') => `/storage/v1/object/public/public-media/${path}`;
  for (const path of pictures)
    await db.query("insert into storage.objects (bucket_id, name, owner_id) values ('public-media', $1, $2)", [
      path,
      admin.id,
    ]);
  const [first, second, third = ''] = pictures;
  const set = (column: string, path?: string) =>
    admin.run(`update profiles set ${column} = $2 where id = $1`, [admin.id, path === undefined ? null : urlOf(path)]);
  await set('profile_image_url', first);
  await set('banner_url', first);
  await set('profile_image_url', second);
  expect(await removals(first ?? ''), 'it is still the banner').toBe(0);
  await set('banner_url', third);
  await set('profile_image_url');
  for (const [index, path] of pictures.entries()) expect(await removals(path), path).toBe([1, 1, 0][index]);
  // Nobody removes the file of another member by naming it.
  await ceo.run('update profiles set banner_url = $2 where id = $1', [ceo.id, urlOf(third)]);
  await ceo.run('update profiles set banner_url = null where id = $1', [ceo.id]);
  expect(await removals(third)).toBe(0);
});
