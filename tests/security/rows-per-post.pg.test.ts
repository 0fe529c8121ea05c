import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { CrudAction } from '#contract/crud.ts';
import { action, putPost, type Session } from '../support/as-member.ts';
import { differences } from '../support/recomputed.ts';
import { finishWork, rowsByTable } from '../support/slices.ts';
import { openSmallWorld } from '../support/social.ts';

// Rows are what a post costs the database, its log and the sync service: all tables count, private ones too.

/** A post, its counts and its author's card; the author's count of posts; the action's id; two rates. Seven. */
const POST = {
  'public.posts': 1,
  'public.post_stats': 1,
  'public.post_people': 1,
  'public.profile_stats': 1,
  'public.applied_operations': 1,
  'private.rate_usage': 2,
};
/** The author's card on a page of the feed, with the first of their posts on it. */
const FIRST_ON_PAGE = { 'public.feed_people': 1 };
/** The tag, which is searched; the post and its counts in the list of the tag; one more post with the tag. */
const TAG = ['public.hashtags', 'public.listed_posts', 'public.listed_stats', 'private.count_changes'];
/** The notification; its cause, which stays when it is deleted; how often this member notifies that one. */
const MENTION = ['public.notifications', 'private.notification_causes'];
/** Of all members together, at most every five seconds. */
const BOARDS = {
  'private.board_clock': 1,
  'public.leaderboards': 1,
  'public.listed_posts': 2,
  'public.listed_stats': 2,
};

const world = await openSmallWorld();
const { admin } = world;
let db: pg.Client;

const each = (tables: readonly string[], rows: number) => Object.fromEntries(tables.map((table) => [table, rows]));
const sent = (session: Session, ...actions: CrudAction[]) =>
  rowsByTable(db, session, 'select public.apply_crud($1)', [JSON.stringify({ v: 1, actions })]);
const posted = (session: Session, title = 'Fog on the line') => sent(session, action(putPost(session.id!, { title })));
const boardsAreDue = (due: boolean) =>
  admin.query('update private.board_clock set refreshed_at = $1 where true', [due ? '-infinity' : 'infinity']);
const postCount = (session: Session) =>
  world.one<number>('select post_count from profile_stats where id = $1', [session.id]);
/** The first call of a member writes more: their rank, and rows of rates that are changed from then on. */
const member = async (posts = 2): Promise<Session> => {
  const session = await world.newSession();
  await admin.query("update profiles set username = 'm' || left(id::text, 8) where id = $1", [session.id]);
  const actions = Array.from({ length: posts }, () => action(putPost(session.id!)));
  expect(await session.applyCrud(...actions)).toEqual(
    actions.map(() => expect.objectContaining({ status: 'applied' })),
  );
  await finishWork(admin);
  return session;
};

beforeAll(async () => {
  db = await world.scratch.connect();
});
beforeEach(() => boardsAreDue(false));

test('a public post writes seven rows, and eight as the first of its author on a page of the feed', async () => {
  const session = await member();
  expect(await posted(session)).toEqual(POST);
  await admin.query('delete from feed_people where user_id = $1', [session.id]);
  expect(await posted(session)).toEqual({ ...POST, ...FIRST_ON_PAGE });
});

test('each of its tags writes four more, each mention three', async () => {
  const session = await member();
  expect(await posted(session, 'Fog #one #two #three')).toEqual({ ...POST, ...each(TAG, 3) });
  expect(await posted(session, 'Fog, @Ann.Author @frida @stu')).toEqual({
    ...POST,
    ...each(MENTION, 3),
    'private.rate_usage': 2 + 3,
  });
  expect(await differences(admin)).toEqual({});
});

test('the boards, which are refreshed every five seconds at most, write six', async () => {
  const session = await member(51);
  await admin.query('select private.refresh_boards(true)');
  await boardsAreDue(true);
  const rows = await posted(session);
  for (const [table, most] of Object.entries(BOARDS)) expect(rows[table] ?? 0, table).toBeLessThanOrEqual(most);
  expect({ ...rows, ...each(Object.keys(BOARDS), 0) }).toEqual({ ...POST, ...each(Object.keys(BOARDS), 0) });
});

test('from the 101st of its author on it writes as many, and the jobs move 26 older ones at once', async () => {
  const session = await member(100);
  const newest = () =>
    world.one<number>('select count(*)::int from posts where user_id = $1 and author_page = 0', [session.id]);
  for (let n = 101; n <= 125; n += 1) expect(await posted(session), `${n}`).toMatchObject(POST);
  expect(await finishWork(admin)).toEqual([]);
  expect(await newest()).toBe(125);
  expect(await posted(session)).toEqual({ ...POST, 'private.open_work': 1 });
  expect(await posted(session)).toEqual(POST);
  expect(await finishWork(admin)).toEqual(['author_pages done']);
  expect(await newest()).toBe(100);
  expect(await world.one('select array_agg(page_count) from author_pages where user_id = $1', [session.id])).toEqual([
    1,
  ]);
  expect(await differences(admin)).toEqual({});
});

test('posts of one call are counted and listed once, as they are at its end', async () => {
  const session = await member();
  const [kept, gone, edited] = [randomUUID(), randomUUID(), randomUUID()];
  const rows = await sent(
    session,
    action(putPost(session.id!, { title: '#kept' }, kept)),
    // Refused: nothing of it counts.
    action(putPost(session.id!, { title: '#refused' }), putPost(session.id!, { title: '#refused' })),
    action(putPost(session.id!, { title: '#gone' }, gone)),
    action({ op: 'DELETE', table: 'posts', id: gone }),
    action(putPost(session.id!, { title: '#before' }, edited)),
    action({ op: 'PATCH', table: 'posts', id: edited, data: { title: '#after' } }),
  );
  expect(rows['public.profile_stats']).toBe(1);
  expect(await postCount(session)).toBe(4);
  expect(
    await world.one('select array_agg(list order by list) from listed_posts where user_id = $1', [session.id]),
  ).toEqual(['#after', '#kept']);
  expect(await differences(admin)).toEqual({});
});

test('a post that others see later, when its picture is there, is counted then', async () => {
  const session = await member();
  const id = randomUUID();
  await session.applyCrud(action(putPost(session.id!, { title: '#later', status: 'pending_media' }, id)));
  expect(await postCount(session)).toBe(2);
  expect(await world.one('select feed_page from posts where id = $1', [id])).toBeNull();
  const rows = await rowsByTable(db, null, "update posts set status = 'live' where id = $1", [id]);
  expect(rows).toMatchObject({ 'public.posts': 1, 'public.post_people': 1, 'public.post_stats': 1 });
  expect(await postCount(session)).toBe(3);
  expect(await differences(admin)).toEqual({});
});
