import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Session } from '../support/as-member.ts';
import { insert, post, openSmallWorld, refusedInsert } from '../support/social.ts';

// Legal hold with many copies and files. The rules themselves: legal-hold.pg.test.ts.

const world = await openSmallWorld();
const { author, friend, stranger } = world;

const query = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await world.admin.query(sql, values)).rows as Row[];

/** A live post with a picture, whose file is there. */
async function pictured(who: Session) {
  const id = await post(who, { title: 'Plates' });
  const path = `${id}/${randomUUID()}.webp`;
  await query("insert into storage.objects (bucket_id, name, owner_id) values ('post-images', $1, $2)", path, who.id);
  const url = `/storage/v1/object/authenticated/post-images/${path}`;
  await insert(who, 'post_images', { post_id: id, url });
  return { id, path };
}
const report = (id: string, reporter: Session) =>
  reporter.run("insert into reports (id, target_type, post_id, reason) values ($1, 'post', $2, 'illegal')", [
    randomUUID(),
    id,
  ]);
/** What a moderator finds of the post: copies of rows, oldest first. */
const kept = (id: string) =>
  query<{ content: Record<string, unknown> }>(
    'select content from private.held_rows where post_id = $1 order by id',
    id,
  );

test('a hundred edits during an earlier report hide nothing of what is reported later, nor of what is deleted', async () => {
  const id = await post(author, { title: 'v0' });
  await report(id, stranger);
  for (let edit = 1; edit <= 101; edit += 1)
    await author.run('update posts set title = $2 where id = $1', [id, `v${edit}`]);
  await author.run("update posts set title = 'Reported' where id = $1", [id]);
  await report(id, friend);
  await author.run("update posts set title = 'Changed' where id = $1", [id]);
  await author.run("update posts set title = 'Deleted' where id = $1", [id]);
  await author.run('delete from posts where id = $1', [id]);
  const copies = await kept(id);
  expect(copies).toHaveLength(102);
  expect(copies.slice(99).map(({ content }) => content['title'])).toEqual(['v99', 'Reported', 'Deleted']);
});

test('files on hold among thousands that are listed are found in the order of the list, a bounded number at a time', async () => {
  const [{ id, path }, other] = [await pictured(author), await pictured(author)];
  await report(id, stranger);
  await query('delete from private.storage_removals');
  await author.run('delete from posts where id = any ($1)', [[id, other.id]]);
  await query(
    `insert into private.storage_removals (bucket_id, path, listed_at)
     select 'comment-images', gen_random_uuid() || '/' || gen_random_uuid() || '/a.webp', now() + interval '1 minute' from generate_series(1, 20000)`,
  );
  await query('analyze private.storage_removals');
  await query('begin');
  await query("set local track_functions = 'pl'");
  expect(await query('select path from files_to_hold()')).toEqual([{ path }]);
  const gone = await query<{ path: string }>('select path from files_to_remove()');
  expect(gone).toHaveLength(500);
  expect(gone[0]).toEqual({ path: other.path });
  // Not about every file of the list, which took seconds.
  const [asked] = await query<{ calls: number }>(
    "select pg_stat_get_xact_function_calls('private.is_file_on_hold(text, text, timestamptz)'::regprocedure)::int as calls",
  );
  expect(asked?.calls).toBeGreaterThan(500);
  expect(asked?.calls).toBeLessThan(1100);
  await query('commit');
  // One that cannot be moved goes to the end and keeps nobody's place.
  await query("select files_were_not_removed('post-images', $1)", [path]);
  expect(await query('select path from files_to_hold()')).toEqual([]);
  expect(await query('select path from files_to_hold(30000)')).toEqual([{ path }]);
  await query('delete from private.storage_removals');
});

test('the purge asks about a post once, and not for each of its copies and files', async () => {
  const { id } = await pictured(author);
  await report(id, stranger);
  await query(
    `insert into private.held_rows (post_id, table_name, row_id, content, was_deleted)
     select $1, 'comments', gen_random_uuid(), '{"text": "x"}', true from generate_series(1, 300)`,
    id,
  );
  await query(
    `insert into storage.objects (bucket_id, name)
     select 'held-files', 'comment-images/' || $1::text || '/' || gen_random_uuid() || '/a.webp' from generate_series(1, 300)`,
    id,
  );
  await query('begin');
  await query("set local track_functions = 'pl'");
  await query('select purge_held_evidence()');
  const [asked] = await query<{ calls: number }>(
    "select pg_stat_get_xact_function_calls('private.is_on_hold(uuid, timestamptz)'::regprocedure)::int as calls",
  );
  await query('commit');
  expect(asked?.calls).toBeLessThan(100);
  expect(await kept(id)).toHaveLength(300);
});

test('an address of many bytes on a reported post keeps nobody from deleting it', async () => {
  const id = await post(author);
  const image_url = `https://a.example/${'\u{20000}'.repeat(500)}`;
  await insert(stranger, 'comments', { post_id: id, text: 'Look', image_url });
  // 8 kB in 2,048 characters.
  const long = { post_id: id, text: 'Look', image_url: `https://a.example/${'\u{20000}'.repeat(2000)}` };
  expect(await refusedInsert(stranger, 'comments', long)).toMatchObject({ code: '23514' });
  // One from before that was a rule.
  await query('alter table comments disable trigger user');
  await query('alter table comments drop constraint comments_image_url_safe');
  await query('update comments set image_url = $2 where post_id = $1', id, long.image_url);
  await query('alter table comments enable trigger user');
  await report(id, stranger);
  expect(await author.refusal('delete from posts where id = $1', [id])).toBeNull();
  const copies = await kept(id);
  expect(copies.map(({ content }) => content['image_url']).filter(Boolean)).toEqual([long.image_url]);
});
