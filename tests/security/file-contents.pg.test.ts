import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

// The result of the check of a file's contents, which a real storage service does not make. The checks themselves:
// tests/contract/files, functions.pg.test.ts.
let scratch: ScratchDatabase;
let db: pg.Client;
let ceo: Session;
let admin: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  const sessions = await scratch.connect();
  ceo = new Session(sessions, await newMember(db, { role: 'ceo' }));
  admin = new Session(sessions, await newMember(db, { role: 'admin' }));
});
afterAll(() => scratch.stop());

/** A file as the storage service stores it, without the result of a check. */
const uploadUnchecked = (bucket: string, path: string, owner: Session, version: string) =>
  db.query(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ($1, $2, $3, $4, '{"size": 9, "mimetype": "image/png", "eTag": "a"}')`,
    [bucket, path, owner.id, version],
  );
const statusOf = async (id: string) => (await db.query('select status from posts where id = $1', [id])).rows[0]?.status;
const removals = async (path: string) =>
  (await db.query('select 1 from private.storage_removals where path = $1', [path])).rowCount;
const told = async (cause: string) =>
  (
    await db.query<{ reason: string; cause: string; title: string | null }>(
      `select data ->> 'reason' as reason, data ->> 'cause' as cause, data ->> 'post_title' as title from notifications where cause = $1 and user_id = $2`,
      [cause, ceo.id],
    )
  ).rows;

/** A post of the ceo with the row of a picture, and the path of its file. */
async function postWithPicture(): Promise<{ id: string; path: string }> {
  const id = randomUUID();
  const path = `${id}/${randomUUID()}.png`;
  await ceo.run("insert into posts (id, title, status) values ($1, 'Fog', 'pending_media')", [id]);
  await ceo.run('insert into post_images (post_id, url, position) values ($1, $2, 0)', [
    ...[id, `/storage/v1/object/authenticated/post-images/${path}`],
  ]);
  return { id, path };
}
const imagesOf = async (id: string) => (await db.query('select images from posts where id = $1', [id])).rows[0]?.images;
const check = (bucket: string, path: string, version: string, problem: string | null = null) =>
  db.query('select file_was_checked($1, $2, $3, $4)', [bucket, path, version, problem]);
const sees = async (reader: Session, path: string) =>
  (await reader.run('select 1 from storage.objects where name = $1', [path])).rowCount === 1;

test('A40: a file that was not checked makes no post visible, and is read by its owner only', async () => {
  const { id, path } = await postWithPicture();
  await uploadUnchecked('post-images', path, ceo, 'first');
  expect([await statusOf(id), await imagesOf(id)]).toEqual(['pending_media', null]);
  expect((await db.query('select path, size, type from files_to_check(100)')).rows).toContainEqual({
    ...{ path, size: '9', type: 'image/png' },
  });
  // The result for other bytes at this path.
  await check('post-images', path, 'another');
  expect(await statusOf(id)).toBe('pending_media');
  expect([await sees(ceo, path), await sees(admin, path)]).toEqual([true, false]);
  await check('post-images', path, 'first');
  expect([await statusOf(id), await sees(ceo, path), await sees(admin, path)]).toEqual(['live', true, true]);
  expect(await imagesOf(id)).toContain(path);
  expect((await db.query('select path from files_to_check(100)')).rows).not.toContainEqual({ path });
});

test('A40: a result that is written with the file counts at once', async () => {
  const { id, path } = await postWithPicture();
  await db.query('begin');
  await check('post-images', path, 'first');
  await uploadUnchecked('post-images', path, ceo, 'first');
  await db.query('commit');
  expect(await statusOf(id)).toBe('live');
  const asked = await db.query('select path, is_checked, problem from uploads_of($1, $2)', [ceo.id, [path]]);
  expect(asked.rows).toEqual([{ path, is_checked: true, problem: null }]);
});

test('A40: a picture that is refused is shown to nobody and removed, its post stays pending, and its author is told once', async () => {
  const { id, path } = await postWithPicture();
  await uploadUnchecked('post-images', path, ceo, 'first');
  for (let time = 0; time < 2; time += 1) await check('post-images', path, 'first', 'pixels');
  // A later, other result changes nothing.
  await check('post-images', path, 'first');
  expect([await statusOf(id), await imagesOf(id)]).toEqual(['pending_media', null]);
  expect([await sees(ceo, path), await sees(admin, path), await removals(path)]).toEqual([false, false, 1]);
  expect(await told(`picture:${path}`)).toEqual([
    { reason: 'The picture has too many pixels. Leave it out, or choose another one.', cause: 'picture', title: 'Fog' },
  ]);
  // The job has removed it: its author's device still learns why.
  await db.query('delete from storage.objects where name = $1', [path]);
  const asked = await db.query('select path, size, is_checked, problem from uploads_of($1, $2)', [ceo.id, [path]]);
  expect(asked.rows).toEqual([{ path, size: null, is_checked: true, problem: 'pixels' }]);
  expect((await db.query('select path from uploads_of($1, $2)', [admin.id, [path]])).rows).toEqual([]);
  // Another one is checked anew.
  await uploadUnchecked('post-images', path, ceo, 'second');
  await check('post-images', path, 'second');
  expect(await statusOf(id)).toBe('live');
});

test('A40: a picture of a live post that is uploaded again is hidden until the new file was checked', async () => {
  const { id, path } = await postWithPicture();
  await uploadUnchecked('post-images', path, ceo, 'first');
  await check('post-images', path, 'first');
  await db.query("update storage.objects set version = 'second' where name = $1", [path]);
  expect([await imagesOf(id), await sees(admin, path)]).toEqual([null, false]);
  // The first result has gone with the first version.
  await db.query("update storage.objects set version = 'first' where name = $1", [path]);
  expect(await imagesOf(id)).toBeNull();
  await check('post-images', path, 'first');
  expect([(await imagesOf(id))?.includes(path), await sees(admin, path)]).toEqual([true, true]);
});

test('A40: a refused profile picture is no longer shown, and its member is told; a checked one stays', async () => {
  const [bad, good] = [1, 2].map(() => `${admin.id}/${randomUUID()}.png`) as [string, string];
  const address = (path: string) => `/storage/v1/object/public/public-media/${path}`;
  for (const path of [bad, good]) await uploadUnchecked('public-media', path, admin, 'v');
  await admin.run('update profiles set profile_image_url = $2, banner_url = $3 where id = $1', [
    ...[admin.id, address(bad), address(good)],
  ]);
  await check('public-media', bad, 'v', 'format');
  await check('public-media', good, 'v');
  const { rows } = await db.query('select profile_image_url, banner_url from profiles where id = $1', [admin.id]);
  expect(rows).toEqual([{ profile_image_url: null, banner_url: address(good) }]);
  expect([await removals(bad), await removals(good)]).toEqual([1, 0]);
  const notes = await db.query(
    "select data ->> 'reason' as reason from notifications where cause = $1 and user_id = $2",
    [...[`profile-picture:${bad}`, admin.id]],
  );
  expect(notes.rows).toEqual([{ reason: 'The file is damaged, or not of the type that it says. Choose another one.' }]);
});

test('A40: the image of a comment that is refused stays missing, and its author is told; a checked one appears', async () => {
  const post = randomUUID();
  await ceo.run("insert into posts (id, title) values ($1, 'Fog')", [post]);
  const found = [];
  for (const problem of ['format', null]) {
    const comment = randomUUID();
    const path = `${post}/${comment}/${randomUUID()}.png`;
    await ceo.run('insert into comments (id, post_id, text, image_url) values ($1, $2, $3, $4)', [
      ...[comment, post, 'Look', `/storage/v1/object/authenticated/comment-images/${path}`],
    ]);
    await uploadUnchecked('comment-images', path, ceo, 'v');
    const isMissing = async () =>
      (await db.query('select image_missing from comments where id = $1', [comment])).rows[0]?.image_missing;
    expect(await isMissing()).toBe(true);
    await check('comment-images', path, 'v', problem);
    found.push([await isMissing(), await sees(admin, path), (await told(`comment-picture:${path}`)).length]);
  }
  expect(found).toEqual([
    [true, false, 1],
    [false, true, 0],
  ]);
});

test('A40: members write no results, and are told of none; those of refused files are deleted after 30 days', async () => {
  for (const call of [
    "select file_was_checked('post-images', 'x', 'y')",
    'select files_to_check()',
    `select uploads_of('${ceo.id}', '{}')`,
    'select forget_file_checks()',
    'select expire_pending_posts()',
    'select * from private.file_checks',
  ])
    expect(await ceo.refusal(call)).toMatchObject({ code: '42501' });
  const path = `${ceo.id}/${randomUUID()}.mp4`;
  await uploadUnchecked('public-videos', path, ceo, 'v');
  await check('public-videos', path, 'v', 'format');
  const left = async () => (await db.query('select 1 from private.file_checks where path = $1', [path])).rowCount;
  await db.query("select forget_file_checks(now() + interval '29 days')");
  expect(await left()).toBe(1);
  await db.query("select forget_file_checks(now() + interval '31 days')");
  expect(await left()).toBe(0);
});

test('A43: a file that would be cached for longer than an hour is refused', async () => {
  const { path } = await postWithPicture();
  const store = (cacheControl: string) =>
    db.query(
      `insert into storage.objects (bucket_id, name, owner_id, metadata)
       values ('post-images', $1, $2, jsonb_build_object('eTag', 'a', 'size', 9, 'mimetype', 'image/png', 'cacheControl', $3::text))
       on conflict (bucket_id, name) do update set metadata = excluded.metadata`,
      [path, ceo.id, cacheControl],
    );
  const refused = ['max-age=3601', 'max-age=31536000', 'public, max-age=60', 'max-age=-1', 'max-age=60, immutable', ''];
  for (const text of refused)
    await expect(store(text), text).rejects.toThrow('A file may be cached for an hour at most.');
  for (const text of ['max-age=3600', 'max-age=0', 'no-cache', 'no-store']) await store(text);
  for (const text of refused)
    await expect(store(text), text).rejects.toThrow('A file may be cached for an hour at most.');
});

test('A40: the name of a refused picture is not used again after its author left it out', async () => {
  const { id, path } = await postWithPicture();
  await uploadUnchecked('post-images', path, ceo, 'first');
  await check('post-images', path, 'first', 'format');
  await ceo.run('delete from post_images where post_id = $1', [id]);
  await db.query('delete from storage.objects where name = $1', [path]);
  await expect(uploadUnchecked('post-images', path, ceo, 'second')).rejects.toMatchObject({ code: '42501' });
});

test('A40: the preview of a link names no file that was not checked, also as the gif of a post', async () => {
  const { id, path } = await postWithPicture();
  const previewed = async () => (await db.query('select post_preview($1) ->> $2 as picture', [id, 'picture'])).rows[0];
  const url = `/storage/v1/object/authenticated/post-images/${path}`;
  await ceo.run('delete from post_images where post_id = $1', [id]);
  await db.query("update posts set gif_url = $2, status = 'live' where id = $1", [id, url]);
  await uploadUnchecked('post-images', path, ceo, 'first');
  expect(await previewed()).toEqual({ picture: null });
  await check('post-images', path, 'first');
  expect(await previewed()).toEqual({ picture: url });
});
