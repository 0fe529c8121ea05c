import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { storeFile } from '../support/store-file.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let db: pg.Client;
let sessions: pg.Client;
let ceo: Session;
let admin: Session;

const FOLDER = '/storage/v1/object/public/public-videos/';
const EMPTY = 'Please include at least a title, description, gif or image.';
const newPath = (owner: Session) => `${owner.id}/${randomUUID()}.mp4`;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  sessions = await scratch.connect();
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
const upload = (path: string, owner: Session = ceo) => storeFile(db, 'public-videos', path, owner.id);
/** Without the result of a check. */
const uploadUnchecked = (bucket: string, path: string, owner: Session, version: string) =>
  db.query(
    `insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ($1, $2, $3, $4, '{"size": 9, "mimetype": "image/png"}')`,
    [bucket, path, owner.id, version],
  );
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
  await storeFile(db, 'post-images', picture, ceo.id);
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

test('a picture and its file, or the last two files, stored at the same moment both count', async () => {
  const [first, second] = [await scratch.connect(), await scratch.connect()];
  const store = (client: pg.Client, bucket: string, name: string) => storeFile(client, bucket, name, ceo.id);
  const name = (client: pg.Client, id: string, picture: string, position: number) =>
    client.query('insert into post_images (post_id, user_id, url, position) values ($1, $2, $3, $4)', [
      id,
      ceo.id,
      `/storage/v1/object/authenticated/post-images/${picture}`,
      position,
    ]);
  /** The second statement comes while the transaction of the first is open. */
  const together = async (one: (client: pg.Client) => Promise<unknown>, other: typeof one) => {
    await first.query('begin');
    await one(first);
    const late = other(second);
    const waits = expect
      .poll(async () => {
        const { rows } = await db.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        return rows.length;
      })
      .toBe(1);
    await Promise.race([late, waits]);
    await first.query('commit');
    await late;
  };
  const path = newPath(ceo);
  const id = await write(path);
  const pictures = [1, 2, 3].map(() => `${id}/${randomUUID()}.png`);
  const [only = '', early = '', late = ''] = pictures;
  await name(db, id, only, 0);
  await together(
    (client) => store(client, 'post-images', only),
    (client) => store(client, 'public-videos', path),
  );
  expect(await statusOf(id)).toBe('live');
  const shown = async () => {
    const { rows } = await db.query<{ images: string }>('select images from posts where id = $1', [id]);
    return (JSON.parse(rows[0]?.images ?? '[]') as { url: string }[]).map(({ url }) =>
      url.replace(/.*post-images\//, ''),
    );
  };
  // An edit adds pictures while their files arrive.
  await together(
    (client) => name(client, id, early, 1),
    (client) => store(client, 'post-images', early),
  );
  expect(await shown()).toEqual([only, early]);
  await together(
    (client) => store(client, 'post-images', late),
    (client) => name(client, id, late, 2),
  );
  expect(await shown()).toEqual(pictures);
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
  await sessions.query("set app.image_host = 'https://res.example/range/'");
  for (const url of [
    ...[FOLDER + newPath(admin), '/storage/v1/object/public/public-media/x.mp4', '/v.mp4'],
    ...[
      'https://tracker.example/v.mp4',
      'https://res.example/other/v.mp4',
      'https://res.example.evil.example/range/v.mp4',
    ],
  ]) {
    expect(await ceo.refusal("insert into posts (title, video_url) values ('x', $1)", [url]), url).toMatchObject({
      code: '23514',
      message: 'That video address cannot be used.',
    });
  }
  await ceo.run("insert into posts (title, video_url) values ('x', 'https://res.example/range/v.mp4')");
  await sessions.query('reset app.image_host');
  expect(
    await ceo.refusal("insert into posts (title, video_url) values ('x', 'https://res.example/range/v.mp4')"),
    'without an image host',
  ).toMatchObject({ code: '23514' });
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
  for (const path of pictures) await storeFile(db, 'public-media', path, admin.id);
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

const addPost = async (status: string, age: string, title: string | null) => {
  const id = randomUUID();
  await db.query(
    `insert into posts (id, user_id, title, status, created_at) values ($1, $2, $3, $4, now() - $5::interval)`,
    [id, ceo.id, title, status, age],
  );
  return id;
};
const told = async (cause: string) =>
  (
    await db.query<{ reason: string; cause: string; title: string | null }>(
      `select data ->> 'reason' as reason, data ->> 'cause' as cause, data ->> 'post_title' as title from notifications where cause = $1 and user_id = $2`,
      [cause, ceo.id],
    )
  ).rows;

test('a video that is no video or is too long is removed, the post stays, and its author is told once', async () => {
  for (const [problem, reason] of [
    ['length', 'Video must be 90 seconds or less. The post stays without it.'],
    ['format', 'Unsupported video format. The post stays without it.'],
  ]) {
    const path = newPath(ceo);
    const id = await write(path);
    await uploadUnchecked('public-videos', path, ceo, 'v');
    expect(await statusOf(id)).toBe('pending_media');
    expect((await db.query('select path from files_to_check(100)')).rows).toContainEqual({ path });
    for (let time = 0; time < 2; time += 1)
      await db.query("select file_was_checked('public-videos', $1, 'v', $2)", [path, problem]);
    expect((await db.query('select status, video_url from posts where id = $1', [id])).rows).toEqual([
      { status: 'live', video_url: null },
    ]);
    expect(await told(`video:${path}`)).toEqual([{ reason, cause: 'video', title: 'Night league' }]);
    expect(await removals(path)).toBe(1);
  }
});

test('a post whose files do not arrive within two weeks is deleted, and its author gets the text', async () => {
  const old = await addPost('pending_media', '15 days', 'Never arrived');
  const young = await addPost('pending_media', '13 days', 'On its way');
  const live = await addPost('live', '30 days', 'Shown');
  await db.query('select expire_pending_posts()');
  expect([await statusOf(old), await statusOf(young), await statusOf(live)]).toEqual([
    undefined,
    'pending_media',
    'live',
  ]);
  expect(await told(`expired:${old}`)).toEqual([
    { reason: 'Its photos or its video did not arrive within 14 days.', cause: 'expired', title: 'Never arrived' },
  ]);
});

test('an ad is shown when its pictures have arrived', async () => {
  const [image, mobile] = [newPath(ceo), newPath(ceo)].map((path) => path.replace('mp4', 'png'));
  const address = (path?: string) => `/storage/v1/object/public/public-media/${path}`;
  const { rows } = await db.query<{ id: string }>("insert into ad_clients (name) values ('Bags') returning id");
  const { rows: ads } = await db.query<{ id: string }>(
    `insert into ads (title, type, image_url, mobile_image_url, client_id) values ('Bags', 'banner', $1, $2, $3) returning id`,
    [address(image), address(mobile), rows[0]?.id],
  );
  const isLive = async () => (await db.query('select is_live from ads where id = $1', [ads[0]?.id])).rows[0]?.is_live;
  const seen = async () => (await admin.run('select 1 from ads where id = $1', [ads[0]?.id])).rowCount;
  const add = (path = '') => storeFile(db, 'public-media', path, ceo.id);
  expect([await isLive(), await seen()]).toEqual([false, 0]);
  await add(image);
  await db.query('select refresh_ads()');
  expect([await isLive(), await seen()]).toEqual([false, 0]);
  await add(mobile);
  expect([await isLive(), await seen()]).toEqual([true, 1]);
});

test('a public picture that nothing shows is removed after a week', async () => {
  const path = newPath(ceo).replace('mp4', 'png');
  await db.query(
    "insert into storage.objects (bucket_id, name, owner_id, created_at) values ('public-media', $1, $2, now() - interval '8 days')",
    [path, ceo.id],
  );
  await db.query('update profiles set banner_url = $1 where id = $2', [
    `/storage/v1/object/public/public-media/${path}`,
    ceo.id,
  ]);
  await db.query('select list_orphan_files()');
  expect(await removals(path)).toBe(0);
  await db.query('update profiles set banner_url = null where id = $1', [ceo.id]);
  await db.query('delete from private.storage_removals where path = $1', [path]);
  await db.query('select list_orphan_files()');
  expect(await removals(path)).toBe(1);
});

const addFile = (bucket: string, path: string, owner: Session, age?: string) =>
  storeFile(db, bucket, path, owner.id, age);

test('a file in the folder of a post or comment that no row names is removed after a week', async () => {
  const post = await write(newPath(ceo));
  const comment = randomUUID();
  const [named, unnamed] = [1, 2].map(() => `${post}/${randomUUID()}.png`) as [string, string];
  const [shown, hidden] = [1, 2].map(() => `${post}/${comment}/${randomUUID()}.png`) as [string, string];
  await ceo.run('insert into post_images (post_id, url, position) values ($1, $2, 0)', [
    ...[post, `/storage/v1/object/authenticated/post-images/${named}`],
  ]);
  await ceo.run('insert into comments (id, post_id, image_url) values ($1, $2, $3)', [
    ...[comment, post, `/storage/v1/object/authenticated/comment-images/${shown}`],
  ]);
  for (const path of [named, unnamed]) await addFile('post-images', path, ceo, '8 days');
  for (const path of [shown, hidden]) await addFile('comment-images', path, ceo, '8 days');
  await db.query('select list_orphan_files()');
  expect(await Promise.all([named, unnamed, shown, hidden].map(removals))).toEqual([0, 1, 0, 1]);
});

test('72: files of a deleted account that no row names go at once, the image of a comment that staff removed stays, and a sweep continues where it stopped', async () => {
  const post = await write(newPath(ceo));
  const comment = randomUUID();
  const kept = `${post}/${comment}/${randomUUID()}.png`;
  await ceo.run('insert into comments (id, post_id, image_url) values ($1, $2, $3)', [
    ...[comment, post, `/storage/v1/object/authenticated/comment-images/${kept}`],
  ]);
  await addFile('comment-images', kept, ceo, '8 days');
  const gone = randomUUID();
  const [left, evidence, young] = [
    `${gone}/${randomUUID()}.png`,
    `${gone}/${randomUUID()}.png`,
    `${randomUUID()}/${randomUUID()}.png`,
  ];
  // As they are after the deletion of their owner: the trigger asks for a member.
  await db.query('set session_replication_role = replica');
  for (const [bucket, path, owner] of [
    ['public-media', left, gone],
    ['csae-report-files', evidence, gone],
    ['post-images', young, ceo.id],
  ])
    await db.query('insert into storage.objects (bucket_id, name, owner_id) values ($1, $2, $3)', [
      bucket,
      path,
      owner,
    ]);
  // More than one call looks at.
  await db.query(
    `insert into storage.objects (bucket_id, name, created_at) select 'post-images', '00000000-0000-4000-8000-' || lpad(n::text, 12, '0') || '/a.png', now() - interval '8 days'
     from generate_series(1, 2500) n`,
  );
  await db.query('set session_replication_role = origin');
  const staff = new Session(await scratch.connect(), await newMember(db, { role: 'admin' }));
  await staff.run('delete from comments where id = $1', [comment]);
  const sweep = async () => (await db.query<{ n: number }>('select list_orphan_files() as n')).rows[0]?.n ?? 0;
  const [first, second] = [await sweep(), await sweep()];
  expect(first).toBeLessThanOrEqual(2000);
  expect(first + second).toBeGreaterThanOrEqual(2501);
  expect(await Promise.all([left, evidence, young, kept].map(removals))).toEqual([1, 0, 0, 0]);
});

test('the image of a comment is marked as missing until its file is there, whichever arrived first', async () => {
  const post = await addPost('live', '0 days', 'Fog');
  const add = async (comment: string, path: string) =>
    ceo.run('insert into comments (id, post_id, image_url) values ($1, $2, $3)', [
      ...[comment, post, `/storage/v1/object/authenticated/comment-images/${path}`],
    ]);
  const isMissing = async (comment: string) =>
    (await db.query('select image_missing from comments where id = $1', [comment])).rows[0]?.image_missing;
  const [early, late] = [randomUUID(), randomUUID()];
  const pathOf = (comment: string) => `${post}/${comment}/${randomUUID()}.png`;
  const [first, second] = [pathOf(early), pathOf(late)];
  await add(early, first);
  expect(await isMissing(early)).toBe(true);
  await addFile('comment-images', pathOf(early), ceo);
  expect(await isMissing(early), 'another file of the same comment').toBe(true);
  await addFile('comment-images', first, ceo);
  expect(await isMissing(early)).toBe(false);
  await addFile('comment-images', second, ceo);
  await add(late, second);
  expect(await isMissing(late)).toBe(false);
  expect(
    await ceo.refusal("insert into comments (post_id, text, image_missing) values ($1, 'x', true)", [post]),
  ).toMatchObject({
    code: '42501',
  });
});
