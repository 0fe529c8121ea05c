import { afterEach, beforeEach, expect, test } from 'vitest';
import { addComment } from '#features/comments/mutations.ts';
import { TAG_POSTS_SQL, tagPattern } from '#features/tags/tags-sql.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const id = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ME, BOB, OPEN, CLOSED] = [id(1), id(2), id(10), id(11)];

let me: SignedIn;
beforeEach(async () => {
  me = await signIn(ME);
  await me.synced('my_profile', ME, { username: 'sam' });
  for (const [post, visibility] of [
    [OPEN, 'public'],
    [CLOSED, 'friends'],
  ] as const)
    await me.synced('posts', post, {
      ...{ user_id: BOB, title: 'Fog', status: 'live', visibility, created_at: '2026-11-10' },
    });
});
afterEach(() => me.close());

const tagged = async (tag = 'geese') =>
  (await me.db.getAll<{ id: string; local_comments: string }>(TAG_POSTS_SQL, [`#${tag}`, ME, tagPattern(tag)])).map(
    (row) => [row.id, (JSON.parse(row.local_comments) as { text: string }[]).map(({ text }) => text)],
  );

test('the page of a tag has the member’s own unsent comments and those of friends-only posts', async () => {
  expect(await tagged()).toEqual([]);
  expect(await addComment({ post_id: OPEN, parent_id: null, text: 'Look: #Geese' })).toMatchObject({ ok: true });
  const comment = { user_id: BOB, created_at: '2026-11-11' };
  await me.synced('comments', id(20), { ...comment, post_id: CLOSED, text: 'More #geese' });
  // The server lists what others wrote on public posts.
  await me.synced('comments', id(21), { ...comment, post_id: OPEN, text: 'Also #geese' });
  expect(new Map((await tagged()) as [string, string[]][])).toEqual(
    new Map([
      [OPEN, ['Look: #Geese']],
      [CLOSED, ['More #geese']],
    ]),
  );
  await me.synced('mutes', id(90), { user_id: ME, muted_id: BOB });
  expect(await tagged()).toEqual([]);
});

test.each([
  ['стрельба', 'Сегодня #СТРЕЛЬБА'],
  ['präzision', '＃PRA\u0308ZISION'],
  ['istanbul', 'In #İSTANBUL'],
  ['οδος_1', '#ΟΔΟΣ_1'],
])('an unsent comment is on the page of #%s, written as %s', async (tag, text) => {
  await addComment({ post_id: OPEN, parent_id: null, text });
  expect(await tagged(tag)).toEqual([[OPEN, [text]]]);
});
