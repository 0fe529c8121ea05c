import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { finishWork } from '../support/slices.ts';
import { action, type Session } from '../support/as-member.ts';
import { insert, post, put, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger, staff } = world;

const query = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await world.admin.query(sql, values)).rows as Row[];
const addressOf = (bucket: string, path: string) => `/storage/v1/object/authenticated/${bucket}/${path}`;
const store = (bucket: string, path: string, owner: string | null) =>
  query(
    `insert into storage.objects (bucket_id, name, owner_id, metadata) values ($1, $2, $3, '{"eTag": "a"}')`,
    bucket,
    path,
    owner,
  );

/** A live post with a picture, whose file is there. */
async function pictured(who: Session, fields: Record<string, unknown> = {}) {
  const id = await post(who, { title: 'Plates', description: 'Six of them', ...fields });
  const path = `${id}/${randomUUID()}.webp`;
  await store('post-images', path, who.id);
  const picture = await insert(who, 'post_images', { post_id: id, url: addressOf('post-images', path), alt: 'Steel' });
  return { id, path, picture };
}
/** A comment with an image, whose file is there. */
async function commented(who: Session, on: string) {
  const id = randomUUID();
  const path = `${on}/${id}/${randomUUID()}.webp`;
  await store('comment-images', path, who.id);
  await insert(who, 'comments', { id, post_id: on, text: 'Look', image_url: addressOf('comment-images', path) });
  return { id, path };
}
const report = async (id: string) => {
  const filed = randomUUID();
  await stranger.run("insert into reports (id, target_type, post_id, reason) values ($1, 'post', $2, 'illegal')", [
    filed,
    id,
  ]);
  return filed;
};
const close = (id: string) => staff.run('update reports set is_open = false where id = $1', [id]);
const removeByStaff = async (id: string) => {
  const reason = put('post_removals', { post_id: id, moderator_id: staff.id, reason: 'Spam' });
  expect(await staff.applyCrud(action(reason, { op: 'DELETE', table: 'posts', id }))).toMatchObject([
    { status: 'applied' },
  ]);
};
const undoNewest = async () => {
  const [entry] = await staff.rows<{ id: string }>('select id from staff_log()');
  return staff.refusal('select undo_step($1)', [entry?.id]);
};
/** What a moderator finds of the post: copies of rows, oldest first. */
const kept = (id: string) =>
  query<{ table_name: string; content: Record<string, unknown>; was_deleted: boolean }>(
    'select table_name, content, was_deleted from private.held_rows where post_id = $1 order by id',
    id,
  );
/** What the job does with the file: 'held' moves it to the evidence. */
const job = async (path: string) => {
  const names = async (list: string) => query(`select 1 from ${list}(10000) where path = $1`, path);
  const [held, removed] = [await names('files_to_hold'), await names('files_to_remove')];
  return held.length > 0 ? 'held' : removed.length > 0 ? 'removed' : null;
};
const refusedFor = async (sql: string, ...values: unknown[]) => {
  await world.admin.query('begin');
  try {
    await world.admin.query(sql, values);
    return null;
  } catch (error) {
    return (error as { message: string }).message;
  } finally {
    await world.admin.query('rollback');
  }
};

describe('the author of a reported post destroys evidence', () => {
  test('by deleting pictures and texts: gone for everyone, kept for staff, and the same answers as without a report', async () => {
    const [reported, other] = [await pictured(author), await pictured(author)];
    await report(reported.id);
    const answers = [];
    for (const { id, picture } of [reported, other]) {
      const results = [
        ...(await author.applyCrud(
          action({ op: 'PATCH', table: 'posts', id, data: { description: 'Nothing to see' } }),
          action({ op: 'PATCH', table: 'post_images', id: picture, data: { alt: 'Nothing' } }),
          action({ op: 'DELETE', table: 'post_images', id: picture }),
          action({ op: 'DELETE', table: 'posts', id }),
          action(put('posts', { user_id: author.id, title: 'Again' }, id)),
        )),
      ];
      answers.push(results.map(({ status, code, message }) => ({ status, code, message })));
      for (const table of ['posts', 'post_deletions'])
        answers.push(await author.rows(`select 1 as row from ${table} where id = $1`, [id]));
      answers.push(await author.rows("select export_my_data() -> 'posts' @> $1::jsonb as row", [`[{"id": "${id}"}]`]));
    }
    expect(answers.slice(0, 4)).toEqual(answers.slice(4));
    expect(answers[0]).toMatchObject([...Array.from({ length: 4 }, () => ({ status: 'applied' })), { code: '23505' }]);
    expect(await query('select 1 from posts where id = $1', reported.id)).toEqual([]);

    expect(await kept(other.id)).toEqual([]);
    expect(await kept(reported.id)).toMatchObject([
      { table_name: 'posts', content: { description: 'Six of them' }, was_deleted: false },
      { table_name: 'post_images', content: { alt: 'Steel' }, was_deleted: false },
      { table_name: 'post_images', content: { url: addressOf('post-images', reported.path) }, was_deleted: true },
      { table_name: 'posts', content: { title: 'Plates' }, was_deleted: true },
    ]);
    // Both files leave their place with the next job: one to the trash, one to the evidence.
    expect([await job(reported.path), await job(other.path)]).toEqual(['held', 'removed']);
  });

  test('by deleting the file itself, by any role, before or after its row; the file of another post goes', async () => {
    const [reported, other] = [await pictured(author), await pictured(author)];
    const comments = [await commented(friend, reported.id), await commented(friend, other.id)];
    const filed = await report(reported.id);
    const drop = 'delete from storage.objects where name = $1';
    for (const session of [author, friend, staff])
      for (const { path } of [reported, other, ...comments])
        expect((await session.run(drop, [path])).rowCount, `${session.id}`).toBe(0);
    const refusal = 'Evidence of a report cannot be deleted.';
    for (const path of [reported.path, comments[0]?.path]) expect(await refusedFor(drop, path)).toBe(refusal);
    for (const path of [other.path, comments[1]?.path]) expect(await refusedFor(drop, path)).toBeNull();
    await author.run('delete from posts where id = $1', [reported.id]);
    for (const path of [reported.path, comments[0]?.path]) expect(await refusedFor(drop, path)).toBe(refusal);
    // Closing it can be undone for 30 days; then the file goes.
    await close(filed);
    expect(await refusedFor(drop, reported.path)).toBe(refusal);
    await query("update reports set handled_at = now() - interval '31 days' where id = $1", filed);
    expect(await refusedFor(drop, reported.path)).toBeNull();
  });

  test('by replacing or moving the file: nobody replaces one, with a report or without; the same bytes may be sent again', async () => {
    const [reported, other] = [await pictured(author), await pictured(author)];
    await report(reported.id);
    for (const { path } of [reported, other]) {
      const set = (change: string) => refusedFor(`update storage.objects set ${change} where name = $1`, path);
      expect(await set('metadata = \'{"eTag": "b"}\', version = \'other\'')).toBe('This file cannot be changed.');
      expect(await set(`name = '${path.split('/')[0]}/${randomUUID()}.webp'`)).toBe('This file cannot be changed.');
      expect(await set("bucket_id = 'public-media'")).toBe('This file cannot be changed.');
      expect(await set("version = 'other', updated_at = now()")).toBeNull();
    }
    const hold = "update storage.objects set bucket_id = 'held-files', name = bucket_id || '/' || name where name = $1";
    expect(await refusedFor(hold, other.path)).toBe('This file cannot be changed.');
    expect(await refusedFor(hold, reported.path)).toBeNull();
  });

  test('by showing a file of another post, which is not on hold, and deleting that one', async () => {
    const [reported, other, free] = [await pictured(author), await pictured(author), await pictured(author)];
    const show = (path: string) =>
      insert(author, 'post_images', { post_id: reported.id, url: addressOf('post-images', path), position: 1 });
    await show(other.path);
    const image_url = addressOf('post-images', free.path);
    const comment = await insert(author, 'comments', { post_id: reported.id, image_url });
    const ids = [other.id, free.id];
    expect(await query('select private.is_file_on_hold($1, $2) as held', 'post-images', other.path)).toEqual([
      { held: false },
    ]);
    await report(reported.id);
    for (const id of ids) await author.run('delete from posts where id = $1', [id]);
    expect([await job(other.path), await job(free.path)]).toEqual(['held', 'held']);
    await author.run('delete from comments where id = $1', [comment]);
    await author.run('delete from posts where id = $1', [reported.id]);
    expect([await job(other.path), await job(free.path)]).toEqual(['held', 'held']);
  });

  test('by deleting the account: the copies and the file wait for the end of the report, and then go', async () => {
    const leaver = await world.newSession();
    const [reported, other] = [await pictured(leaver), await pictured(leaver)];
    const image = await commented(leaver, reported.id);
    const filed = await report(reported.id);
    await query("insert into account_deletions (user_id, due_at) values ($1, now() - interval '1 day')", leaver.id);
    expect(await query('select purge_accounts() as ids')).toEqual([{ ids: [leaver.id] }]);
    await finishWork(world.admin);
    expect(await query('select 1 from posts where user_id = $1', leaver.id)).toEqual([]);
    expect((await kept(reported.id)).map(({ table_name }) => table_name).toSorted()).toEqual([
      'comments',
      'post_images',
      'posts',
    ]);
    expect(await kept(other.id)).toEqual([]);
    const jobs = [await job(reported.path), await job(image.path), await job(other.path)];
    expect(jobs).toEqual(['held', 'held', 'removed']);

    const moved = `post-images/${reported.path}`;
    await query("update storage.objects set bucket_id = 'held-files', name = $2 where name = $1", reported.path, moved);
    const purge = (days: number) => query("select purge_held_evidence(now() + $1 * interval '1 day')", days);
    await purge(1000);
    expect([(await kept(reported.id)).length, await job(moved)]).toEqual([3, null]);
    await close(filed);
    await purge(29);
    expect((await kept(reported.id)).length).toBe(3);
    await purge(31);
    expect(await kept(reported.id)).toEqual([]);
    // The job asks once more, so that a report that was opened again meanwhile keeps it.
    expect(await job(moved)).toBeNull();
    await query("update reports set handled_at = now() - interval '31 days' where id = $1", filed);
    expect(await job(moved)).toBe('removed');
    expect(await author.refusal('select purge_held_evidence()')).toMatchObject({ code: '42501' });
  });

  test('after a child-safety report of the address, also by a visitor, until its case is done', async () => {
    const reported = await pictured(author);
    await world.guest.run('insert into csae_reports (post_url, description) values ($1, $2)', [
      `https://rangeday.example/posts/${reported.id}?commentId=1`,
      'Seen',
    ]);
    await author.run('delete from posts where id = $1', [reported.id]);
    expect(await job(reported.path)).toBe('held');
    const [found] = await query<{ id: string }>(
      'select id from csae_reports where post_url like $1',
      `%${reported.id}%`,
    );
    await staff.run("select handle_case('csae', $1, true, 'Passed on')", [found?.id]);
    expect(await job(reported.path)).toBe('held');
    await query(
      "update private.handled_cases set handled_at = now() - interval '31 days' where case_id = $1",
      found?.id,
    );
    expect(await job(reported.path)).toBe('removed');
  });
});

describe('what staff removed', () => {
  test('keeps its pictures, poll and comments while it is removed, and comes back with them', async () => {
    const poll = randomUUID();
    await insert(author, 'polls', { id: poll, question: 'Hot?', options: '["yes", "no"]' });
    const { id, path, picture } = await pictured(author, { poll_id: poll });
    const image = await commented(author, id);
    const before = await query('select images, status from posts where id = $1', id);
    await removeByStaff(id);
    const gone = { status: 'rejected', code: '23503', message: 'What this belongs to is no longer there.' };
    const results = await author.applyCrud(
      action({ op: 'PATCH', table: 'post_images', id: picture, data: { alt: 'Nothing' } }),
      action({ op: 'DELETE', table: 'post_images', id: picture }),
      action({ op: 'PATCH', table: 'polls', id: poll, data: { question: 'Cold?' } }),
      action({ op: 'PATCH', table: 'comments', id: image.id, data: { text: 'Nothing' } }),
      action({ op: 'DELETE', table: 'comments', id: image.id }),
    );
    expect(results).toMatchObject([gone, gone, gone, gone, gone]);
    for (const one of [path, image.path])
      expect(await refusedFor('delete from storage.objects where name = $1', one)).toMatch(/^Evidence/);
    expect(await undoNewest()).toBeNull();
    expect(await query('select images, status from posts where id = $1', id)).toEqual(before);
    expect(await stranger.rows('select alt from post_images where post_id = $1', [id])).toEqual([{ alt: 'Steel' }]);
    expect(await stranger.rows('select question from polls where post_id = $1', [id])).toEqual([{ question: 'Hot?' }]);
    expect(await stranger.rows('select text from comments where post_id = $1', [id])).toEqual([{ text: 'Look' }]);
    expect(await author.applyCrud(action({ op: 'DELETE', table: 'post_images', id: picture }))).toMatchObject([
      { status: 'applied' },
    ]);
  });

  test('is not purged after 30 days while a report of it is open', async () => {
    const [reported, other] = [await pictured(author), await pictured(author)];
    const filed = await report(reported.id);
    for (const { id } of [reported, other]) await removeByStaff(id);
    const purge = (days: number) => query("select purge_removed_posts(now() + $1 * interval '1 day')", days);
    const left = async () =>
      (await query<{ id: string }>('select id from posts where id in ($1, $2)', reported.id, other.id)).map(
        ({ id }) => id,
      );
    await purge(31);
    expect(await left()).toEqual([reported.id]);
    await close(filed);
    await purge(31);
    expect(await left()).toEqual([]);
  });

  test('is kept until its time is over when its author deletes the account: post, comment and files', async () => {
    const leaver = await world.newSession();
    const removed = await pictured(leaver);
    await removeByStaff(removed.id);
    const home = await post(author);
    const comment = await commented(leaver, home);
    await staff.applyCrud(action({ op: 'DELETE', table: 'comments', id: comment.id }));
    await query("insert into account_deletions (user_id, due_at) values ($1, now() - interval '1 day')", leaver.id);
    await query('select purge_accounts()');
    await finishWork(world.admin);
    expect((await kept(removed.id)).map(({ table_name }) => table_name).toSorted()).toEqual(['post_images', 'posts']);
    expect(await kept(home)).toMatchObject([{ table_name: 'comments', content: { text: 'Look' } }]);
    for (const { path } of [removed, comment]) {
      expect(await job(path)).toBe('held');
      expect(
        await query(
          'select private.is_file_on_hold(bucket_id, name, now() + interval $$31 days$$) as held from storage.objects where name = $1',
          path,
        ),
      ).toEqual([{ held: false }]);
    }
    expect((await query('select purge_held_evidence(now() + interval $$31 days$$)')).length).toBe(1);
    expect([...(await kept(removed.id)), ...(await kept(home))]).toEqual([]);
  });
});

test('staff see what was kept, with an entry in the log for each look; nobody else sees anything', async () => {
  const reported = await pictured(author);
  await report(reported.id);
  await author.run("update posts set title = 'Innocent' where id = $1", [reported.id]);
  await author.run('delete from posts where id = $1', [reported.id]);
  const url = addressOf('post-images', reported.path);
  expect(await staff.rows('select kind, was_deleted, words, files from held_evidence($1)', [reported.id])).toEqual([
    { kind: 'posts', was_deleted: false, words: 'Plates\nSix of them', files: [] },
    { kind: 'posts', was_deleted: true, words: 'Innocent\nSix of them', files: [] },
    { kind: 'post_images', was_deleted: true, words: 'Steel', files: [url] },
  ]);
  const place = async () =>
    (await staff.rows<{ at: object }>('select note_held_view($1, $2) as at', [reported.id, url]))[0]?.at;
  expect(await place()).toEqual({ bucket: 'post-images', path: reported.path });
  const moved = `post-images/${reported.path}`;
  await query("update storage.objects set bucket_id = 'held-files', name = $2 where name = $1", reported.path, moved);
  expect(await place()).toEqual({ bucket: 'held-files', path: moved });
  const looks =
    "select action, note from staff_log() where subject_id = $1 and action like 'view%' order by created_at";
  expect(await staff.rows(looks, [reported.id])).toEqual([
    { action: 'view_evidence', note: null },
    { action: 'view_evidence', note: url },
    { action: 'view_evidence', note: url },
  ]);
  // A file of another post, and any other address.
  const other = await pictured(author);
  for (const address of [
    addressOf('post-images', other.path),
    'https://img.example/a.webp',
    '/storage/v1/object/authenticated/csae-report-files/a/b.png',
  ])
    expect(await staff.refusal('select note_held_view($1, $2)', [reported.id, address])).toMatchObject({
      code: 'P0002',
    });
  for (const session of [author, stranger, world.guest]) {
    expect(await session.refusal('select * from held_evidence($1)', [reported.id])).toMatchObject({ code: '42501' });
    expect(await session.refusal('select note_held_view($1, $2)', [reported.id, url])).toMatchObject({ code: '42501' });
    expect(await session.refusal('select * from private.held_rows')).toMatchObject({ code: '42501' });
    expect(await session.rows('select name from storage.objects where bucket_id = $1', ['held-files'])).toEqual([]);
  }
});
